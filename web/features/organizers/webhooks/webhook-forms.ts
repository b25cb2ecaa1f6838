import { isLocalDate } from '#shared/calendar.ts'
import { endOfDayIn, instantIn } from '#shared/date-arithmetic.ts'
import { rotationHours } from '#shared/api-keys/choices.ts'
import { webhookEventKinds } from '#modules/organizers/webhooks/rules/event-kinds.ts'
import { checkbox, choice, choices, hidden, text, unlimited, type ValuesOf } from '#web/kit/fields.ts'

const settings = { url: unlimited(2000), events: choices(webhookEventKinds) }

/** The form of the page with all webhooks of a charity. */
export const createForms = { create: settings }

/** The forms of the page of one webhook. */
export const webhookForms = {
  save: settings,
  test: {},
  enable: {},
  disable: {},
  remove: {},
  rotate: { overlapHours: choice(rotationHours.map(String), '24') },
  resend: { deliveryId: hidden },
  'resend-range': { from: text(10), to: text(10), includesSucceeded: checkbox },
}

/** Converts a posted overlap in hours. */
export const toOverlapHours = (posted: string) => rotationHours.find((hours) => String(hours) === posted) ?? 24

/**
 * Converts a posted range of days, the last one included, into instants of the charity's time zone. An empty day means no
 * limit; a text that isn't a day stays, so that the API refuses it at its field.
 */
export function toRange(values: ValuesOf<(typeof webhookForms)['resend-range']>, timeZone: string) {
  const { from, to } = values
  const firstOf = (day: string) => (isLocalDate(day) ? instantIn(timeZone, day, { hour: 0 }).toISOString() : day)
  const afterLastOf = (day: string) =>
    isLocalDate(day) ? new Date(endOfDayIn(timeZone, day).getTime() + 1000).toISOString() : day
  return {
    ...(from === '' ? {} : { from: firstOf(from) }),
    ...(to === '' ? {} : { to: afterLastOf(to) }),
    includesSucceeded: values.includesSucceeded,
  }
}
