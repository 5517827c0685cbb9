// No rule stays in TypeScript: what a board counts with, it is given. Whatever could be a rule's constant (a number to
// compare with, a table of numbers, how many of something there are) must be a matter of drawing or of time, and say so
// by its unit. Covers and figures are pictures of an example, and say nothing about any other match: they are not read.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

/** In milliseconds; in lengths, angles and parts of the screen; how much of something there is room for; a shape that is
 * drawn here and reckoned with elsewhere, which a test holds equal. */
const UNITS = /_(MS|PX|EM|REM|DEG|SHARE|FITS|SHAPE)$/;
/** What a thing on the screen has, and a rule has not. */
const DRAWN = /^(x|y|z|r|cx|cy|dx|dy|width|height|broad|size|scale|turn|tilt|angle|opacity|delay|duration)$/;
/** Nothing, one, both: nobody has to look these up in a rulebook. */
const PLAIN = [0, 1, 2];
const COMPARED = ['<', '>', '<=', '>=', '===', '!==', '==', '!=', '%'];
const RECKONED = ['+', '-', '*', '/', '**', '<<', '>>'];
const CLOSED = ['Literal', 'ArrayExpression', 'ObjectExpression', 'UnaryExpression'];
/** What is given lengths, angles and times. */
const DRAWS = /^(triangle|hexagon|inside|towards|between|Math\.sqrt)$/;

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const parts = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** What a constant is made of, without the way in which TypeScript is told about it. */
function bare(node: unknown): Node | null {
  if (!isNode(node)) return null;
  return ['TSAsExpression', 'TSSatisfiesExpression'].includes(node.type) ? bare(node['expression']) : node;
}

/** The whole numbers of a constant, keys of objects too, but not where something is drawn. What is worked out is none. */
function numbers(node: Node): number[] {
  if (node.type === 'Literal') return Number.isInteger(node['value']) ? [Number(node['value'])] : [];
  if (node.type === 'Property' && isDrawn(bare(node['key']))) return [];
  return CLOSED.includes(node.type) || node.type === 'Property' ? parts(node).flatMap(numbers) : [];
}

/** Numbers and what is made of them, and nothing that is worked out. */
const isClosed = (node: Node): boolean => CLOSED.includes(node.type);

/** Something like `view.seats`, or worked out from it. */
const isOfTheView = (node: Node): boolean =>
  node.type === 'MemberExpression'
    ? isNode(node['object']) && (node['object']['name'] === 'view' || isOfTheView(node['object']))
    : node.type === 'BinaryExpression' && parts(node).some(isOfTheView);

/** Something that is called `width`, or ends so, like `table.width`; and what is reckoned with it. */
const isDrawn = (node: Node | null): boolean =>
  DRAWN.test(String(node?.['name'])) ||
  UNITS.test(String(node?.['name'])) ||
  (node?.type === 'MemberExpression' && isDrawn(bare(node['property']))) ||
  (node?.type === 'CallExpression' && [node['arguments']].flat().map(bare).some(isDrawn)) ||
  (node?.type === 'BinaryExpression' && parts(node).some(isDrawn));

/** Everything in some code that could be a rule's constant, as it is written there. */
function suspects(code: string): string[] {
  const found: string[] = [];
  const suspect = (node: Node): void => void found.push(code.slice(node.start, node.end).replace(/\s+/g, ' '));
  const walk = (node: Node): void => {
    if (node.type === 'VariableDeclaration') parts(node).forEach(declared);
    if (node.type === 'BinaryExpression' && COMPARED.includes(String(node['operator']))) compared(node);
    if (node.type === 'BinaryExpression' && RECKONED.includes(String(node['operator']))) reckoned(node);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') called(node);
    if (node.type === 'SwitchCase' && isNode(node['test']) && !isPlain(node['test'])) suspect(node['test']);
    if (node.type === 'EachBlock' && isNode(node['expression']) && !isPlain(node['expression']))
      suspect(node['expression']);
    if (node.type === 'AssignmentPattern') usual(node);
    if (node.type === 'LogicalExpression') instead(node);
    if (node.type === 'ImportDeclaration') imported(node);
    parts(node).forEach(walk);
  };
  const declared = (node: Node): void => {
    const [name, value] = [bare(node['id'])?.['name'], bare(node['init'])];
    if (value && CLOSED.includes(value.type) && !UNITS.test(String(name)) && !isPlain(value)) suspect(node);
  };
  const compared = (node: Node): void => {
    if (!parts(node).some(isDrawn) && !parts(node).every(isPlain)) suspect(node);
  };
  /** With something of the view: whatever is worked out from that, the rules can say. */
  const reckoned = (node: Node): void => {
    if (parts(node).some(isOfTheView) && !parts(node).some(isDrawn) && !parts(node).every(isPlain)) suspect(node);
  };
  /** `range(0, 54)`, `new Set([3, 7])`, `Array.from({ length: 54 })`, `isLast(card, 54)`. */
  const called = (node: Node): void => {
    const callee = isNode(node['callee']) ? code.slice(node['callee'].start, node['callee'].end) : '';
    const given = [node['arguments']].flat().map(bare);
    if (DRAWS.test(callee) || given.some(isDrawn)) return;
    if (given.some((each) => each && isClosed(each) && !isPlain(each))) suspect(node);
  };
  /** What is taken where there is nothing. */
  const instead = (node: Node): void => {
    const value = bare(node['right']);
    if (value && isClosed(value) && !isDrawn(bare(node['left'])) && !isPlain(value)) suspect(node);
  };
  /** Numbers may lie in a file of their own. */
  const imported = (node: Node): void => {
    const names = [node['specifiers']].flat().map((its) => (isNode(its) ? bare(its['local'])?.['name'] : ''));
    const isData = String(bare(node['source'])?.['value']).endsWith('.json') && node['importKind'] !== 'type';
    if (isData && !names.every((name) => UNITS.test(String(name)))) suspect(node);
  };
  /** What is taken where nothing is given. */
  const usual = (node: Node): void => {
    const [name, value] = [bare(node['left']), bare(node['right'])];
    if (value && isClosed(value) && !isDrawn(name) && !UNITS.test(String(name?.['name'])) && !isPlain(value))
      suspect(node);
  };
  const { instance, module, fragment } = parse(code, { modern: true });
  for (const part of [instance, module, fragment]) if (isNode(part)) walk(part);
  return found;
}

/** No number, or one that means nothing; a few of them are no table. */
function isPlain(node: Node): boolean {
  const written = numbers(node);
  return written.every((number) => PLAIN.includes(number)) && written.length <= PLAIN.length;
}

/** What a board is made of: its own file, and whatever it imports from its own folder. */
function board(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || file.endsWith('wire.ts')) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/^\s*import [^;]*?'(\.\/[^']+)'/gm)) {
    const to = join(dirname(file), path);
    const real = [to, `${to}.ts`].find((each) => /\.(ts|svelte)$/.test(each) && existsSync(each));
    if (real) board(real, found);
  }
  return found;
}

const asSvelte = (file: string): string => {
  const code = readFileSync(file, 'utf8');
  return file.endsWith('.svelte') ? code : `<script lang="ts">${code}</script>`;
};
const inScript = (code: string): string[] => suspects(`<script lang="ts">${code}</script>`);

const boards = Object.keys(
  import.meta.glob([
    '../../src/pandemonium/games/*/web/{Board,OpenHands}.svelte',
    '../../src/pandemonium/starter/*/web/board.js',
    '../../examples/*/*/web/board.js',
  ]),
);

describe.each(boards.map((path) => join(import.meta.dirname, path)))('%s', (file) => {
  it('keeps no constant of the rules', () => {
    const found = [...board(file)].flatMap((part) =>
      suspects(asSvelte(part)).map((code) => `${relative(dirname(file), part)}: ${code}`),
    );

    expect(found).toEqual([]);
  });
});

describe('what could be a rule', () => {
  it('is a number, or a table of them, that nobody can tell from a rule', () => {
    expect(inScript('const CELLS = 54;')).toEqual(['CELLS = 54']);
    expect(inScript('const KEYS: readonly Key[] = [1, 2, 3, 4];')).toHaveLength(1);
    expect(inScript('const DEVILS = [[0, [1, 2, 14]], [2, [5, 15]]] as const;')).toHaveLength(1);
    expect(inScript("const STARTS = { 0: 'red', 3: 'blue' };")).toHaveLength(1);
    expect(inScript('let left = 5;')).toEqual(['left = 5']);
    expect(inScript('let { gems = 5, size = 40 } = $props();')).toEqual(['gems = 5']);
  });
  it('is how many of something there are, whatever makes them', () => {
    expect(inScript('const cells = range(0, 54);')).toEqual(['range(0, 54)']);
    expect(inScript('const cells = Array.from({ length: 54 }, (_, cell) => cell);')).toHaveLength(1);
    expect(inScript('const devils = new Set([5, 15, 25, 35, 45, 54]);')).toHaveLength(1);
    expect(inScript('class Stage { gems = $state(5); }')).toEqual(['$state(5)']);
    expect(suspects('{#each [1, 2, 3, 4] as key}<b>{key}</b>{/each}')).toEqual(['[1, 2, 3, 4]']);
  });
  it('is a number that anything is called with, but to draw', () => {
    expect(inScript('const last = isLast(card, 54);')).toEqual(['isLast(card, 54)']);
    expect(inScript('const first = hand.slice(0, 9);')).toEqual(['hand.slice(0, 9)']);
    expect(inScript('const round = Math.min(view.round, 20);')).toEqual(['Math.min(view.round, 20)']);
    expect(inScript('const wide = Math.max(280, width * 0.4); setTimeout(done, WAIT_MS); hand.slice(1);')).toEqual([]);
    expect(suspects('<path d={triangle(1.2, 6)} />')).toEqual([]);
  });
  it('is what is taken where there is nothing', () => {
    expect(inScript('const cell = view.cell ?? 13;')).toEqual(['view.cell ?? 13']);
    expect(inScript('const gems = left || 5; const wide = width ?? 40; const at = view.cell ?? 0;')).toEqual([
      'left || 5',
    ]);
  });
  it('is in a file of its own, unless a test holds that equal to the rules’', () => {
    expect(inScript("import cells from './cells.json';")).toHaveLength(1);
    expect(inScript("import CELLS_SHAPE from './cells.json'; import type en from '../words/en.json';")).toEqual([]);
  });
  it('is a number with which something of the view is reckoned', () => {
    expect(inScript('const points = view.trick.length * 10;')).toEqual(['view.trick.length * 10']);
    expect(inScript('const next = (view.roller + 1) * 10;')).toEqual(['(view.roller + 1) * 10']);
    expect(inScript('const wide = view.seats * 2; const middle = 14 + view.width / 3;')).toEqual([]);
  });
  it('is a number that something is held against, also in the markup', () => {
    expect(inScript('if (card % 10 === 5) take();')).toContain('card % 10');
    expect(inScript('const left = view.gems >= 5;')).toEqual(['view.gems >= 5']);
    expect(inScript('switch (card) { case 54: break; }')).toEqual(['54']);
    expect(suspects('{#if view.round > 3}<p>Late</p>{/if}')).toEqual(['view.round > 3']);
  });
  it('is not what says that it is time, or a drawing', () => {
    expect(inScript('const FLIGHT_MS = 420; const ROW_FITS = 4; const wide = names.length > ROW_FITS;')).toEqual([]);
    expect(inScript('const PIPS_PX = { 1: [[20, 20]], 3: [[11, 11]] };')).toEqual([]);
    expect(inScript("const RUNNERS = [{ who: 'green', x: 352, y: 196, scale: 1.15 }];")).toEqual([]);
  });
  it('is not whether there is anything, or how a thing is drawn', () => {
    expect(inScript('const none = cards.length === 0; let at = 0; const middle = width / 2 + 14;')).toEqual([]);
    expect(suspects('<svg viewBox="0 0 54 54"><circle r={size * 0.4} /></svg>')).toEqual([]);
  });
});
