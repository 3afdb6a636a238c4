/** Actions by their first word, in the order in which those come. */
export function byVerb(actions: readonly string[]): [verb: string, actions: string[]][] {
  const groups = new Map<string, string[]>();
  for (const action of actions) {
    const verb = action.split(" ", 1)[0]!;
    const group = groups.get(verb);
    if (group) group.push(action);
    else groups.set(verb, [action]);
  }
  return [...groups];
}
