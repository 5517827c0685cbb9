// Cutting a match on paper, and rule books in sections.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { sections } from '../sections';
import { cutPaper } from '../paper';

const PAPER = `game little-devils
seats 3
option limit 60
seed 00ff
salt 0 0707
nature dealer 2
# a comment
nature deal 0 1 2 3
0 play 7
1 play 11 @5200
`;

describe('cutPaper', () => {
  it('keeps the header and so many moves, and lets the luck be drawn anew', () => {
    expect(cutPaper(PAPER, 2)).toBe(
      'game little-devils\nseats 3\noption limit 60\nnature dealer 2\nnature deal 0 1 2 3\n',
    );
  });
  it('keeps everything that happened at the end', () => {
    expect(cutPaper(PAPER, 99)).toContain('1 play 11 @5200');
  });
});

describe('a rule book', () => {
  const book = sections(
    '# Title\n\nPreface.\n\n## 3 A trick\n\n**3.5** Somebody takes it **(our reading)**.\n\n## Thanks\n\n*(our reading: which)*',
  );
  it('has a title, a preface and numbered sections', () => {
    expect(book.title).toBe('Title');
    expect(book.preface).toContain('<p>Preface.</p>');
    expect(book.sections.map(({ id, number, title }) => [id, number, title])).toEqual([
      ['s3', '3', 'A trick'],
      ['thanks', '', 'Thanks'],
    ]);
  });
  it('has rules that can be linked to, and reconstructions that stand out', () => {
    expect(book.sections[0]?.html).toContain('<p class="rule" id="r3.5"><a class="number" href="#r3.5">3.5</a>');
    expect(book.sections[0]?.html).toContain('<mark class="reading">(our reading)</mark>');
    expect(book.sections[1]?.html).toContain('<mark class="reading">(our reading: which)</mark>');
  });
});

describe('every rule book, in every language', () => {
  const boxes = 'src/pandemonium/games';
  const books = readdirSync(boxes, { recursive: true, encoding: 'utf8' }).filter((path) => /RULES.*\.md$/.test(path));

  it.each(books)('%s shows no sign of its markup', (path) => {
    const book = sections(readFileSync(join(boxes, path), 'utf8'));
    const html = [book.preface, ...book.sections.map((section) => section.html)].join('');

    expect(book.sections.length).toBeGreaterThan(3);
    expect(html.replace(/<[^>]*>/g, '').match(/.*[*_`#|].*/g)).toBeNull();
  });
});
