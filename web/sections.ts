// How a game's RULES.md becomes sections of HTML: for our own when the page is built, for other people's when they are read.
import { Marked } from 'marked';

import type { Rulebook, Section } from './rulebook';

const markdown = new Marked({ gfm: true });

/** A rule book in its sections: `## 3 A trick` begins section "3"; what comes before is the preface. */
export function sections(text: string): Rulebook {
  const [head = '', ...rest] = text.split(/^## /m);
  const title = /^# (.*)$/m.exec(head)?.[1]?.trim() ?? '';
  return {
    title,
    preface: html(head.replace(/^# .*$/m, '')),
    sections: rest.map(section),
  };
}

function section(text: string): Section {
  const end = text.indexOf('\n');
  const heading = (end < 0 ? text : text.slice(0, end)).trim();
  const [, number = '', title = heading] = /^(\d+)\.?\s+(.*)$/.exec(heading) ?? [];
  return {
    id: number ? `s${number}` : slug(title),
    number,
    title: plain(title),
    html: html(end < 0 ? '' : text.slice(end)),
  };
}

function html(text: string): string {
  const written = markdown.parse(text.replace(READING, '<mark class="reading">$2</mark>'), { async: false });
  return linked(written)
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="group"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** Where the printed rules are silent and ours are a reconstruction: such places stand out. */
const READING = /(\*{1,2})(\((?:our\s+reading|notre\s+lecture|unsere\s+Lesart)[^)]*\))\1/gi;

/** Numbered rules (`**3.5** …`) can be linked to. */
function linked(written: string): string {
  return written.replace(
    /<p><strong>(\d+(?:\.\d+)+[a-z]?)<\/strong>/g,
    '<p class="rule" id="r$1"><a class="number" href="#r$1">$1</a>',
  );
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const plain = (text: string): string => text.replace(/[*_`]/g, '');
