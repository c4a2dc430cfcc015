// What may be entered beside the real game.

/** What a die shows that was rolled at the table. */
export const DICE: readonly string[] = ["ShowFace", "LayDie", "LayBlackDie"];
