import type { LibraryModel, LibraryPart } from './library-model';

const parts: readonly LibraryPart[] = [];

/** The model of a function of the language by its name. */
export const library: ReadonlyMap<string, LibraryModel> = new Map(parts.flatMap((part) => Object.entries(part)));
