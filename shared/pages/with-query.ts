/**
 * Adds parameters to a URL or path, which may have a query and a fragment already. A parameter of the same name is
 * replaced.
 */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const [beforeFragment = '', ...fragments] = address.split('#')
  const [path = '', ...queries] = beforeFragment.split('?')
  const query = new URLSearchParams(queries.join('?'))
  for (const [name, value] of Object.entries(parameters)) query.set(name, value)
  return [`${path}?${query.toString()}`, ...fragments].join('#')
}
