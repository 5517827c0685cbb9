// What a browser adds to the luck, when, and what it keeps of it.
import { describe, expect, it } from 'vitest';

import { pledgeOf, share, witnessed, type Evidence } from '../evidence';
import type { Position, Table } from '../wire';

const SALT = 'ab'.repeat(16);
const salt = (): string => SALT;

function table(change: Partial<Pick<Table, 'commitment' | 'sealed'>> = {}, pledges = ['', ''], mine = 0): Table {
  const chairs = pledges.map((pledge, seat) => ({ pledge, yours: seat === mine }));
  return { commitment: 'c', sealed: false, ...change, chairs } as unknown as Table;
}

const first = (): Evidence => share(null, table(), salt).evidence;

describe('a browser', () => {
  it('pledges when it knows the fingerprint of the house’s seed', () => {
    expect(share(null, table(), salt).say).toEqual({ type: 'pledge', seat: 0, pledge: pledgeOf(SALT) });
  });
  it('shows nothing before the pledges are sealed', () => {
    expect(share(first(), table({}, [pledgeOf(SALT), '']), salt).say).toBeNull();
  });
  it('then shows what it pledged, and keeps what the others pledged', () => {
    const { evidence, say } = share(first(), table({ sealed: true }, [pledgeOf(SALT), 'theirs']), salt);
    expect(say).toEqual({ type: 'salt', seat: 0, salt: SALT });
    expect(evidence.pledges).toEqual([pledgeOf(SALT), 'theirs']);
  });
  it('begins anew with another salt when the house has another seed', () => {
    const { evidence, say } = share(first(), table({ commitment: 'd' }), () => 'cd'.repeat(16));
    expect(evidence.commitment).toBe('d');
    expect(say).toEqual({ type: 'pledge', seat: 0, pledge: pledgeOf('cd'.repeat(16)) });
  });
  it('leaves the pledge to another device of the same person that was faster', () => {
    expect(share(null, table({}, ['another', '']), salt).say).toBeNull();
    expect(share(first(), table({}, ['another', '']), salt).say).toBeNull();
  });
  it('adds nothing for who only watches, but keeps the fingerprint and the pledges', () => {
    const { evidence, say } = share(null, table({ sealed: true }, ['one', 'two'], -1), salt);
    expect(say).toBeNull();
    expect(evidence).toMatchObject({ commitment: 'c', seat: null, pledges: ['one', 'two'] });
  });
  it('keeps what nature did before its eyes, and nothing that is covered', () => {
    const moments = [
      { seq: 1, by: 'nature', text: 'dealer 1' },
      { seq: 2, by: 'nature', text: 'deal 1 ?' },
      { seq: 3, by: 0, text: 'play 7' },
    ];
    expect(witnessed(first(), [{ moments }] as unknown as Position[]).seen).toEqual({ 1: 'dealer 1' });
  });
});
