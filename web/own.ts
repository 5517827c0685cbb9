// Whether the reader has unfinished tables, as far as this device knows: their row on the shelf has its place then.
const KEY = 'pandemonium.tables';

export function hasTables(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function rememberTables(some: boolean): void {
  try {
    if (some) localStorage.setItem(KEY, 'some');
    else localStorage.removeItem(KEY);
  } catch {
    // The row pushes the shelf down when it comes.
  }
}
