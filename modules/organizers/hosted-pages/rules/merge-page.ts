import { isDeepStrictEqual } from 'node:util'
import type { PageContent } from './page-content.ts'

/** The version that last changed each field. */
export type ChangedFields = Readonly<Record<string, number>>

const grouped = ['frequencies', 'paymentMethods', 'socialLinks'] as const
type Grouped = (typeof grouped)[number]
const isGrouped = (field: string): field is Grouped => (grouped as readonly string[]).includes(field)

/** Returns a content by path, such as `title` or `frequencies.daily`. A path is the unit of a change. */
const pathsOf = (content: PageContent): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(content).flatMap(([field, value]: [string, unknown]): (readonly [string, unknown])[] =>
      isGrouped(field)
        ? Object.entries(value as object).map(([name, part]) => [`${field}.${name}`, part] as const)
        : [[field, value]],
    ),
  )

/** Returns the paths in which two contents differ. */
export function changedPaths(before: PageContent, after: PageContent): readonly string[] {
  const valuesBefore = pathsOf(before)
  return [...pathsOf(after)].flatMap(([path, value]) =>
    isDeepStrictEqual(valuesBefore.get(path), value) ? [] : [path],
  )
}

/** Returns the paths that a change based on `version` writes although they have changed since (pages-8). */
export const conflictingPaths = (
  paths: readonly string[],
  input: { readonly version: number | undefined; readonly changed: ChangedFields },
): readonly string[] => {
  const { version, changed } = input
  return version === undefined ? [] : paths.filter((path) => (changed[path] ?? 0) > version)
}
