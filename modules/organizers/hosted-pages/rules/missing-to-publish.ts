import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import type { Fault } from '#shared/problem.ts'
import { frequencyNames, type PageContent, paymentMethodNames, untitled } from './page-content.ts'
import { checkLastDay } from './page-end.ts'

/**
 * Returns what a page lacks before it can be published, by field (pages-1). `today` is the date in the charity's time
 * zone.
 */
export function missingToPublish(content: PageContent, today: LocalDate): Readonly<Record<string, Fault>> {
  const missing: Record<string, Fault> = {}
  if (content.title === '' || content.title === untitled) missing.title = { code: 'campaign-title-missing' }
  if (content.description.replace(/<[^>]*>|&nbsp;/g, '').trim() === '')
    missing.description = { code: 'page-description-missing' }
  if (content.category === '') missing.category = { code: 'category-missing' }
  if (!frequencyNames.some((name) => content.frequencies[name])) missing.frequencies = { code: 'frequency-missing' }
  if (!paymentMethodNames.some((name) => content.paymentMethods[name]))
    missing.paymentMethods = { code: 'payment-method-missing' }
  // The daily programme charges a saved card.
  else if (content.frequencies.daily && !content.paymentMethods.creditCard)
    missing.paymentMethods = { code: 'daily-needs-card' }
  if (content.image !== '' && content.imageAlt === '') missing.imageAlt = { code: 'cover-alt-missing' }
  if (content.logo !== '' && content.logoAlt === '') missing.logoAlt = { code: 'logo-alt-missing' }
  if (content.enableGoal && content.donationGoal === null) missing.donationGoal = { code: 'goal-missing' }
  if (content.enableEndDate) {
    const fault = isLocalDate(content.endDate) ? checkLastDay(content.endDate, today) : { code: 'date-invalid' }
    if (fault) missing.endDate = fault
  }
  const unoffered = content.givingLevels.findIndex(({ frequency }) => !content.frequencies[frequency])
  if (unoffered !== -1) missing[`givingLevels.${unoffered}.frequency`] = { code: 'level-frequency-off' }
  return missing
}
