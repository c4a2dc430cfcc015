import type { Colours } from "../../lobby/colours.ts";

const colours: Colours = { accent: "#ffd37a", ground: "#17171b", side: "#35363c", cover: ["A01", "noctiluca", "B31"] };
export default colours;
