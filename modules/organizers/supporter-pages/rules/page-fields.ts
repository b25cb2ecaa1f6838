import { checkPersonName, normalizeName } from '#modules/platform/identity/rules/name.ts'
import { type Currency, exponentOf } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'

/** Fields that a supporter fills in. A goal is in minor units, or null. */
export type PageFields = {
  readonly title: string
  readonly supporterName: string
  /** Plain text; empty lines separate paragraphs. */
  readonly story: string
  readonly goal: number | null
  /** Id of an uploaded picture; empty: generated artwork. */
  readonly picture: string
  readonly pictureAlt: string
}

/** Maximum of characters. */
export const fieldLimits = { title: 100, story: 5000, pictureAlt: 200 } as const
const titleMin = 5

/** Converts a story to HTML: a paragraph for each block of lines, with every character as text (pages-1). */
export const storyHtml = (story: string): string =>
  story
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br />')}</p>`)
    .join('')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Removes invisible characters and outer spaces from the fields. */
export const normalizeFields = (pageFields: PageFields): PageFields => ({
  ...pageFields,
  title: normalizeName(pageFields.title),
  supporterName: normalizeName(pageFields.supporterName),
  story: pageFields.story.trim(),
  pictureAlt: pageFields.picture === '' ? '' : normalizeName(pageFields.pictureAlt),
})

/** Returns the faults of normalized fields by name (supporters-2). */
export function checkPageFields(pageFields: PageFields, currency: Currency): Readonly<Record<string, Fault>> {
  const faults: Record<string, Fault> = {}
  if (pageFields.title.length < titleMin) faults.title = { code: 'title-missing', params: { min: titleMin } }
  const name = checkPersonName(pageFields.supporterName, 'first')
  if (name) faults.supporterName = name
  for (const [field, max] of Object.entries(fieldLimits))
    if (pageFields[field as keyof typeof fieldLimits].length > max)
      faults[field] = { code: 'text-too-long', params: { max } }
  if (pageFields.picture !== '' && pageFields.pictureAlt === '') faults.pictureAlt = { code: 'cover-alt-missing' }
  if (pageFields.goal !== null && !isWholeGoal(pageFields.goal, currency)) faults.goal = { code: 'goal-not-whole' }
  return faults
}

const isWholeGoal = (goal: number, currency: Currency): boolean =>
  Number.isSafeInteger(goal) && goal > 0 && goal % 10 ** exponentOf(currency) === 0
