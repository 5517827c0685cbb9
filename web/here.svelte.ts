// Where the reader is, and how to get somewhere else without loading the page again.
import { isOurs, routeOf } from './router';

class Here {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);
  route = $derived(routeOf(this.path, this.search));

  constructor() {
    addEventListener('popstate', () => this.#read());
    addEventListener('hashchange', () => this.#read());
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || !isOurs(event, link, location.origin)) return;
      // The browser itself knows best how to jump within a page.
      if (link.pathname === location.pathname && link.search === location.search && link.hash !== '') return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(to: string): void {
    const samePage = new URL(to, location.href).pathname === location.pathname;
    history.pushState(null, '', to);
    this.#read();
    if (!samePage) scrollTo(0, 0);
  }

  /** The same page, with another moment or option in its address; no new step in the history. */
  note(to: string): void {
    history.replaceState(null, '', to);
    this.#read();
  }

  #read(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  }
}

export const here = new Here();
