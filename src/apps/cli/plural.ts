// Counted things in messages: "1 file", "2 files".

export const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
