// The current route; pages change without a reload.

import { routeOf, type Route } from "./route.ts";

class Router {
  route = $state<Route>(routeOf(location.pathname, location.search));

  constructor() {
    addEventListener("popstate", () => this.update());
  }

  update(): void {
    this.route = routeOf(location.pathname, location.search);
  }
}

export const router = new Router();

/** Goes to another page; a link passes its event, so that a modified click still opens a new tab. */
export function go(event: MouseEvent | null, to: string): void {
  if (event && (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)) return;
  event?.preventDefault();
  history.pushState(null, "", to);
  router.update();
  scrollTo(0, 0);
}

/** Changes the address without adding to the history. */
export function replaceUrl(to: string): void {
  history.replaceState(null, "", to);
}
