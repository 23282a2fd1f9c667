/** Modules that may take data which they import as something else than what it holds: as a text, as an address, or through a loader of their own. */
export function mayTakeText(source: string, runningTexts: readonly string[]): boolean {
  return source === '' || asText.test(source) || runningTexts.some((text) => ofData.test(text.replace(manifests, '')));
}

const asText = /\.json[?#]|[?'"`](?:raw|url|inline)\b|\btype\s*:\s*['"](?:text|bytes)['"]/;

/** Configuration that speaks of files of data, other than of compilers and packages. */
const ofData = /\.json\b|\bjson[)|$]/;

const manifests = /\b(?:tsconfig|jsconfig|package)[\w.-]*\.json\b/g;
