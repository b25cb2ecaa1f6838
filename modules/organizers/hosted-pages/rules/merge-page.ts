import { isDeepStrictEqual } from 'node:util'
import type { PageContent } from './page-content.ts'

/** The version that changed each field last. */
export type ChangedFields = Readonly<Record<string, number>>

const grouped = ['frequencies', 'paymentMethods', 'socialLinks'] as const
type Grouped = (typeof grouped)[number]
const isGrouped = (field: string): field is Grouped => (grouped as readonly string[]).includes(field)

/** A content by path: `title`, `frequencies.daily`. Fields of one path are changed together. */
const pathsOf = (content: PageContent): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(content).flatMap(([field, value]: [string, unknown]): (readonly [string, unknown])[] =>
      isGrouped(field)
        ? Object.entries(value as object).map(([name, part]) => [`${field}.${name}`, part] as const)
        : [[field, value]],
    ),
  )

/** The paths in which two contents differ. */
export function changedPaths(before: PageContent, after: PageContent): readonly string[] {
  const was = pathsOf(before)
  return [...pathsOf(after)].flatMap(([path, value]) => (isDeepStrictEqual(was.get(path), value) ? [] : [path]))
}

/** Paths that a change from `version` touches although they were changed since (pages-8). */
export const conflictingPaths = (
  paths: readonly string[],
  input: { readonly version: number | undefined; readonly changed: ChangedFields },
): readonly string[] => {
  const { version, changed } = input
  return version === undefined ? [] : paths.filter((path) => (changed[path] ?? 0) > version)
}
