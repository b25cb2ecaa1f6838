const secret = /pass(word|code|phrase)|secret|token|hash|^pan$|card-?number|cvc|cvv|(^|[^a-z])pin$|one-?time-?code/i

/** Returns the paths of members with the name of a secret, at any depth. */
export function secretsIn(details: unknown, path = ''): string[] {
  if (typeof details !== 'object' || details === null) return []
  return Object.entries(details).flatMap(([name, value]) => {
    const here = path ? `${path}.${name}` : name
    return secret.test(name) ? [here] : secretsIn(value, here)
  })
}
