// A match on paper, cut at some moment.
const HEADER = ['game', 'seats', 'option', 'seed', 'salt'];

/** The paper up to its first so many moves, without the secrets of its luck: what comes next is drawn anew. */
export function cutPaper(paper: string, moves: number): string {
  const kept: string[] = [];
  let seen = 0;
  for (const line of paper.split('\n')) {
    const [word = ''] = line.trim().split(/\s+/);
    if (word === '' || word.startsWith('#')) continue;
    if (HEADER.includes(word)) {
      if (word !== 'seed' && word !== 'salt') kept.push(line);
    } else if (seen++ < moves) kept.push(line);
  }
  return kept.join('\n') + '\n';
}

export interface PaperMove {
  by: string;
  /** The verb, and what stands after it. */
  words: string[];
}

/** What a paper says of itself, and its moves without their hours. */
export interface Paper {
  game: string;
  seats: number;
  options: Record<string, string>;
  seed: string;
  salts: [number, string][];
  moves: PaperMove[];
  /** Its header says the same thing twice, in two ways: it could show one seed to people and another to programs. */
  contradicts: boolean;
}

export function readPaper(text: string): Paper {
  const paper: Paper = { game: '', seats: 0, options: {}, seed: '', salts: [], moves: [], contradicts: false };
  const said = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [first = '', second = '', third = '', ...more] = line.split('#')[0]?.trim().split(/\s+/) ?? [];
    if (HEADER.includes(first)) {
      const [what, value] = third === '' ? [first, second] : [`${first} ${second}`, third];
      if ((said.get(what) ?? value) !== value) paper.contradicts = true;
      said.set(what, value);
    }
    switch (first) {
      case '':
        break;
      case 'game':
        paper.game = second;
        break;
      case 'seats':
        paper.seats = Number(second);
        break;
      case 'option':
        paper.options[second] = third;
        break;
      case 'seed':
        paper.seed = second;
        break;
      case 'salt':
        paper.salts.push([Number(second), third]);
        break;
      default:
        paper.moves.push({
          by: first,
          words: [second, third, ...more].filter((word) => word && !word.startsWith('@')),
        });
    }
  }
  return paper;
}
