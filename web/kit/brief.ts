// Names where many stand in a row: people may call themselves anything, and nothing gets wider by it.

const MOST = 12;
const letters = new Intl.Segmenter();

/** Names that are long are called by their first words and an initial; where two would be the same, they get numbers. */
export function brief(names: readonly string[]): string[] {
  return toldApart(names.map(short));
}

/** Names of which no two are the same. */
export function toldApart(names: readonly string[]): string[] {
  return names.map((name, seat) => {
    const same = names.filter((other) => other === name).length;
    return same === 1 ? name : `${name} ${String(names.slice(0, seat + 1).filter((other) => other === name).length)}`;
  });
}

function short(whole: string): string {
  // Signs stand before a name, and are no word of it: that somebody is away, or a program.
  const at = whole.lastIndexOf('\u00A0') + 1;
  return whole.slice(0, at) + shorter(whole.slice(at), MOST - lettersOf(whole.slice(0, at)).length);
}

function shorter(name: string, most: number): string {
  const all = lettersOf(name);
  if (all.length <= most) return name;
  const parts = name.split(/\s+/u);
  for (let kept = parts.length - 1; kept > 0; kept--) {
    const initial = lettersOf(parts[kept] ?? '')[0] ?? '';
    const said = `${parts.slice(0, kept).join(' ')} ${initial}.`;
    if (lettersOf(said).length <= most) return said;
  }
  return `${all
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}

function lettersOf(name: string): string[] {
  return [...letters.segment(name)].map(({ segment }) => segment);
}
