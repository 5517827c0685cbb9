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

function short(name: string): string {
  const all = lettersOf(name);
  if (all.length <= MOST) return name;
  const parts = name.split(/\s+/u);
  for (let kept = parts.length - 1; kept > 0; kept--) {
    const initial = lettersOf(parts[kept] ?? '')[0] ?? '';
    const said = `${parts.slice(0, kept).join(' ')} ${initial}.`;
    if (lettersOf(said).length <= MOST) return said;
  }
  return `${all
    .slice(0, MOST - 1)
    .join('')
    .trimEnd()}…`;
}

function lettersOf(name: string): string[] {
  return [...letters.segment(name)].map(({ segment }) => segment);
}
