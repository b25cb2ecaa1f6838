import { type Currency, exponentOf, isCurrency } from '#shared/money.ts'
import { postedText } from '#web/lib/form-values.ts'
import { postedAmountIfAny } from '#web/ui/posted-amount.ts'

/** The fields of a supporter's page, as typed. */
export type TypedPage = {
  readonly title: string
  readonly supporterName: string
  readonly story: string
  readonly goal: string
  readonly pictureAlt: string
  readonly picture: string
  readonly teamId: string
  readonly isOnLeaderboard: boolean
}

export const readTypedPage = (form: FormData): TypedPage => ({
  title: postedText(form, 'title', 200),
  supporterName: postedText(form, 'supporterName', 200),
  story: postedText(form, 'story', 8000),
  goal: postedText(form, 'goal', 40),
  picture: form.has('without') ? '' : postedText(form, 'picture', 64),
  pictureAlt: postedText(form, 'pictureAlt', 400),
  teamId: postedText(form, 'teamId', 64),
  isOnLeaderboard: form.has('isOnLeaderboard'),
})

export const pageTextNames = [
  'title',
  'supporterName',
  'story',
  'goal',
  'picture',
  'pictureAlt',
  'teamId',
  'isOnLeaderboard',
] as const
type PageTexts = Readonly<Record<(typeof pageTextNames)[number], string>>

/** Converts the fields to texts and back, to compare them with what the form loaded. */
export const textsOfTyped = (typed: TypedPage): PageTexts => ({
  ...typed,
  isOnLeaderboard: typed.isOnLeaderboard ? 'yes' : '',
})
export const typedOfTexts = (texts: PageTexts): TypedPage => ({
  ...texts,
  isOnLeaderboard: texts.isOnLeaderboard !== '',
})

/** Converts the fields to the API's input. An unreadable goal becomes one that the API rejects. */
export const pageToSend = (typed: TypedPage, currency: string) => ({
  ...typed,
  goal: isCurrency(currency) ? goalOf(typed.goal, currency) : null,
  teamId: typed.teamId || null,
})

function goalOf(typed: string, currency: Currency): number | null {
  const text = postedAmountIfAny(typed, exponentOf(currency))
  if (text === '') return null
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) * 10 ** exponentOf(currency) : -1
}
