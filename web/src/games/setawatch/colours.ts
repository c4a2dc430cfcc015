import type { Colours } from "../../lobby/colours.ts";

const colours: Colours = { accent: "#ff9f56", ground: "#151011", side: "#33180f", cover: ["wolf", "ember_drake", "wyvern"] };
export default colours;
