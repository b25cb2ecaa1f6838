type Part<Name extends string> = { readonly name: Name; readonly views: number }
export type Share<Name extends string> = Part<Name> & {
  /** Of all views, rounded down. */
  readonly percentage: number
}

/** Returns the parts with their percentage of all views. */
export const sharesOf = <Name extends string>(parts: readonly Part<Name>[], views: number): Share<Name>[] =>
  parts.map((part) => ({ ...part, percentage: views === 0 ? 0 : Math.floor((part.views * 100) / views) }))

/** Returns the first parts, and the sum of all others as `other`. */
export function largestAndOthers(parts: readonly Part<string>[], max: number): Part<string>[] {
  const named = parts.filter(({ name }) => name !== 'other')
  const sum = parts.reduce((all, part) => all + part.views, 0)
  const first = named.slice(0, max)
  const others = sum - first.reduce((all, part) => all + part.views, 0)
  return others > 0 ? [...first, { name: 'other', views: others }] : first
}
