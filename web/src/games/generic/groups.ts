/** Actions by their first word, in the order in which those come. */
export function byVerb(actions: readonly string[]): [verb: string, actions: string[]][] {
  const verbOf = (action: string): string => action.split(" ", 1)[0]!;
  const verbs = [...new Set(actions.map(verbOf))];
  return verbs.map((verb) => [verb, actions.filter((action) => verbOf(action) === verb)]);
}
