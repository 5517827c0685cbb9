// Who is not heard, whatever he calls himself and wherever the company goes on.
import { describe, expect, it } from 'vitest';

import { isMuted, muting, stillMuted } from '../mutes';
import type { Table } from '../wire';

/** A table at which these sit; '' is a free chair. */
function table(id: string, names: string[], change: object = {}): Table {
  const chairs = names.map((name) => ({ name, kind: name === '' ? 'open' : 'person', invited: 'nobody' }));
  return { id, rematch: null, chairs, ...change } as unknown as Table;
}
const kept = (id: string, invited: string): Table =>
  table(id, ['Anna', 'Bruno'], {
    chairs: [
      { name: 'Anna', kind: 'person', invited: 'nobody' },
      { name: 'Bruno', kind: 'open', invited },
    ],
  });

const HERE = table('t', ['Anna', 'Bruno']);
const AGAIN = table('t', ['Anna', 'Bruno'], { rematch: 'u' });
const BRUNO = { seat: 1, name: 'Bruno' };
const QUIET = muting([], HERE, BRUNO, true);

describe('who is muted', () => {
  it('is heard by nobody who does not want it, until he does again', () => {
    expect(isMuted(QUIET, 't', BRUNO)).toBe(true);
    expect(isMuted(QUIET, 't', { seat: 0, name: 'Anna' })).toBe(false);
    expect(isMuted(muting(QUIET, HERE, BRUNO, false), 't', BRUNO)).toBe(false);
  });
  it('stays so when he calls himself something else', () => {
    const renamed = stillMuted(QUIET, HERE, table('t', ['Anna', 'Brutus']), []);
    expect(isMuted(renamed, 't', { seat: 1, name: 'Brutus' })).toBe(true);
  });
  it('stays so when they play again, on the chair that is kept for him and when he sits there', () => {
    let muted = stillMuted(QUIET, HERE, AGAIN, []);
    muted = stillMuted(muted, null, kept('u', 'another'), []);
    expect(isMuted(muted, 'u', BRUNO)).toBe(true);
    muted = stillMuted(muted, kept('u', 'another'), table('u', ['Anna', 'Brutus']), []);
    expect(isMuted(muted, 'u', { seat: 1, name: 'Brutus' })).toBe(true);
  });
  it('is so there too if that is said when the next table has been set', () => {
    const late = muting([], AGAIN, BRUNO, true);
    expect(isMuted(late, 'u', BRUNO)).toBe(true);
    expect(isMuted(muting(late, AGAIN, BRUNO, false), 'u', BRUNO)).toBe(false);
  });
  it.each(['nobody', 'declined'])('does not make whoever sits down after him mute: his chair says %s', (invited) => {
    const muted = stillMuted(['u/1'], null, kept('u', invited), []);
    expect(isMuted(muted, 'u', { seat: 1, name: 'Carla' })).toBe(false);
  });
  it('has not been heard when he is gone', () => {
    const muted = stillMuted(QUIET, HERE, table('t', ['Anna', '']), [BRUNO, BRUNO, { seat: 0, name: 'Anna' }]);
    expect(isMuted(muted, 't', BRUNO)).toBe(true);
    expect(isMuted(muted, 't', { seat: 0, name: 'Anna' })).toBe(false);
    expect(isMuted(muted, 't', { seat: 1, name: 'Carla' })).toBe(false);
  });
  it('is a watcher under his name, at every table', () => {
    const muted = muting([], AGAIN, { seat: null, name: 'Carla' }, true);
    expect(muted).toEqual(['Carla']);
    expect(isMuted(muted, 'another', { seat: null, name: 'Carla' })).toBe(true);
  });
  it('is written down anew only if something has changed', () => {
    expect(stillMuted(QUIET, HERE, HERE, [])).toBe(QUIET);
    expect(stillMuted(['x/1'], null, AGAIN, [])).toEqual(['x/1']);
  });
});
