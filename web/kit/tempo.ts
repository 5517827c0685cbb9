// How long things on a table take, beside how long they usually do: as the reader likes it.
export const tempo = { factor: 1 };
