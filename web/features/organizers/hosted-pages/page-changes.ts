import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import type { PostedPage } from './posted-page.ts'
import type { Json } from '#shared/wire/json.ts'

type Field = keyof PostedPage
export type PageChange = Partial<PostedPage>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the fields that differ from the last saved state; only they are sent. */
export const changedFields = (before: PostedPage, now: PostedPage): PageChange =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => !isSame(before[field as Field], value)))

const shownFields = (page: Json<HostedPageView>): Readonly<Record<Field, unknown>> => ({
  ...page.settings,
  title: page.title,
  tagline: page.tagline,
  description: page.description,
  goalCurrency: page.currency,
  endDate: page.settings.lastDay,
  image: page.coverPhoto,
  video: page.video,
})

/**
 * Returns whether the form must be re-rendered after a save: another member changed a field, or a level received its
 * id.
 */
export function isFormOutdated(
  before: Json<HostedPageView>,
  after: Json<HostedPageView>,
  pageChange: PageChange,
): boolean {
  const [was, is] = [shownFields(before), shownFields(after)]
  const idsOf = ({ settings }: Json<HostedPageView>) => settings.givingLevels.map(({ id }) => id)
  return (
    (Object.keys(is) as Field[]).some((field) => !(field in pageChange) && !isSame(was[field], is[field])) ||
    !isSame(idsOf(before), idsOf(after))
  )
}

/** Returns the page with the form's typed values, to show a rejected form again. */
export const withTypedValues = (page: Json<HostedPageView>, typed: PostedPage | undefined): Json<HostedPageView> =>
  typed
    ? {
        ...page,
        title: typed.title,
        tagline: typed.tagline,
        description: typed.description,
        currency: typed.goalCurrency,
        coverPhoto: typed.image || null,
        video: typed.video || null,
        settings: {
          ...page.settings,
          ...typed,
          logo: typed.logo || null,
          lastDay: typed.endDate || null,
          givingLevels: typed.givingLevels.map((level) => ({
            ...level,
            id: level.id ?? '',
            amount: level.amount ?? 0,
          })),
          impacts: typed.impacts.map(({ amount, text }) => ({ amount: amount ?? 0, text })),
        },
      }
    : page
