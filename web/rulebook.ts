// What a rule book is, once it has been made for the page.
export interface Section {
  id: string;
  number: string;
  title: string;
  html: string;
}

export interface Rulebook {
  title: string;
  preface: string;
  sections: Section[];
}
