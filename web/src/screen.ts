// Whether the screen is small: the style sheets of the table ask the same.

import { MediaQuery } from "svelte/reactivity";

export const phone = new MediaQuery("max-width: 60rem");
