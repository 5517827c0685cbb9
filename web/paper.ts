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
