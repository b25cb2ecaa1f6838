import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId } from '#shared/id-schemas.ts'
import { isCurrency } from '#shared/currencies.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { endpoint } from '#shared/endpoint.ts'
import { animals, units } from './rules/animals.ts'
import { lastDays, defaultCloseTime } from './rules/order-window.ts'
import { itemLimits } from './rules/read-item.ts'

const id = numericId
const hijriYear = z.coerce.number().int().min(itemLimits.firstYear).max(itemLimits.lastYear)
const closeTime = z.object({
  day: z.number().int(),
  hour: z.number().int(),
  minute: z.number().int(),
})

const itemForm = z.object({
  title: z.string().max(500).default(''),
  hijriYear,
  country: z.string().max(2).default(''),
  animal: z.enum(animals),
  unit: z.enum(units),
  animalPrice: z.string().max(20).default(''),
  capacity: z.string().max(10).default(''),
  partner: z.string().max(500).default(''),
  isSponsored: z.boolean().default(false),
  isOffered: z.boolean().default(true),
  calendar: z.enum(calendarGroups).optional(),
  timeZone: z.string().max(64).optional(),
  opensOn: z.string().max(20).default(''),
  lastDay: z.literal(lastDays).default(12),
  close: closeTime.default(defaultCloseTime),
})

const offer = z.object({
  id: z.string(),
  title: z.string(),
  hijriYear: z.number().int(),
  country: z.string(),
  animal: z.enum(animals),
  unit: z.enum(units),
  currency: z.string().refine(isCurrency),
  animalPrice: minorUnits,
  sharePrice: minorUnits,
  sharesPerAnimal: z.number().int(),
  partner: z.string(),
  isSponsored: z.boolean(),
  timeZone: z.string(),
  /** Pieces (shares or whole animals) that are neither ordered nor reserved; null: unlimited. */
  remaining: z.number().int().nullable(),
  state: z.enum(['upcoming', 'open', 'closed']),
  opensAt: instant,
  closesAt: instant,
  performedFrom: z.string(),
  performedUntil: z.string(),
  isAnnounced: z.boolean(),
})
z.globalRegistry.add(offer, {
  id: 'QurbaniOffer',
  description: 'An animal offered for Qurbani, with its order window. Amounts are in minor units.',
})
/** `campaign`: the slug of its fundraiser. */
const campaignOffer = offer.extend({ campaign: z.string() })
const ownItem = offer.extend({
  version: z.number().int(),
  capacity: z.number().int().nullable(),
  isOffered: z.boolean(),
  calendar: z.enum(calendarGroups),
  opensOn: z.string(),
  lastDay: z.literal(lastDays),
  close: closeTime,
  /** In pieces. */
  claimed: z.number().int(),
  reserved: z.number().int(),
})
z.globalRegistry.add(ownItem, {
  id: 'QurbaniItem',
  description: 'A Qurbani item as its editors see it. Amounts are in minor units.',
})
export type QurbaniOfferView = z.output<typeof offer>
export type QurbaniItemView = z.output<typeof ownItem>

const ofYear = z.object({ campaignId: id, hijriYear: hijriYear.optional() })
const items = z.object({ hijriYear: z.number().int(), items: z.array(ownItem) })
const newItem = itemForm.extend({ campaignId: id })
const changedItem = newItem.extend({ itemId: id, version: z.number().int().min(0) })
const copied = z.object({ campaignId: id, fromYear: hijriYear })

const refusedForm = ['campaign-not-found', 'qurbani-item-exists']
const refusedChange = [
  ...refusedForm,
  'qurbani-item-not-found',
  'qurbani-item-changed',
  'qurbani-item-ordered',
  'qurbani-capacity-below-orders',
]
const editors = 'Requires an account that may edit the fundraiser.'
const reviewers = 'Requires the reviewer role.'
const list = {
  summary: 'List Qurbani items',
  input: ofYear,
  output: items,
  refuses: ['campaign-not-found'],
}
const add = { summary: 'Add a Qurbani item', input: newItem, output: ownItem, refuses: refusedForm }
const change = { summary: 'Edit a Qurbani item', input: changedItem, output: ownItem, refuses: refusedChange }
const copy = {
  summary: 'Copy the Qurbani items of a year',
  input: copied,
  output: items.extend({ added: z.number().int() }),
  refuses: ['campaign-not-found'],
}
const described = {
  list: 'Returns the Qurbani items of a fundraiser in a Hijri year, this year unless one is named; amounts are in minor units.',
  add: 'Adds a Qurbani item; its price is that of the animal in whole major units, as digits.',
  change:
    'Changes a Qurbani item; an outdated `version` is refused, and an item with orders keeps year, country, animal and unit.',
  copy: 'Copies the offered items of a Hijri year to the next one; items that it already has stay as they are.',
}

export const qurbaniContract = {
  'GET /v4/qurbani/items': endpoint({
    access: 'anyone',
    summary: 'List Qurbani offers',
    description:
      'Returns the Qurbani items that can be ordered now or later, and when orders open next; amounts are in minor units. Anyone may call it.',
    input: z.object({}),
    output: z.object({
      open: z.array(campaignOffer),
      upcoming: z.array(campaignOffer),
      nextOpening: instant.nullable(),
    }),
  }),
  'GET /v4/qurbani/items/:itemId': endpoint({
    access: 'anyone',
    summary: 'Get a Qurbani offer',
    description:
      'Returns a Qurbani item with its order window, which may be closed; amounts are in minor units. Anyone may call it.',
    input: z.object({ itemId: id }),
    output: campaignOffer,
    refuses: ['qurbani-item-not-found'],
  }),
  'GET /v4/campaigns/:campaignId/qurbani-items': endpoint({
    ...list,
    access: 'signed-in',
    act: 'edit',
    description: `${described.list} ${editors}`,
  }),
  'POST /v4/campaigns/:campaignId/qurbani-items': endpoint({
    ...add,
    access: 'signed-in',
    description: `${described.add} ${editors}`,
  }),
  'PATCH /v4/campaigns/:campaignId/qurbani-items/:itemId': endpoint({
    ...change,
    access: 'signed-in',
    description: `${described.change} ${editors}`,
  }),
  'POST /v4/campaigns/:campaignId/qurbani-items/copy': endpoint({
    ...copy,
    access: 'signed-in',
    act: 'edit',
    description: `${described.copy} ${editors}`,
  }),
  'GET /v4/staff/qurbani-campaigns': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'List fundraisers with Qurbani items',
    description:
      'Returns every fundraiser with Qurbani items: the items of its latest Hijri year and the pieces ordered. Requires the reviewer or admin role.',
    input: z.object({}),
    output: z.object({
      campaigns: z.array(
        z.object({
          slug: z.string(),
          title: z.string(),
          language: z.string(),
          hijriYear: z.number().int(),
          items: z.number().int(),
          offered: z.number().int(),
          ordered: z.number().int(),
        }),
      ),
    }),
  }),
  'GET /v4/staff/campaigns/:campaignId/qurbani-items': endpoint({
    ...list,
    summary: 'List Qurbani items of any fundraiser',
    access: 'staff',
    roles: ['reviewer'],
    description: `${described.list} ${reviewers}`,
  }),
  'POST /v4/staff/campaigns/:campaignId/qurbani-items': endpoint({
    ...add,
    summary: 'Add a Qurbani item to any fundraiser',
    access: 'staff',
    roles: ['reviewer'],
    description: `${described.add} ${reviewers}`,
    refuses: [...add.refuses, 'own-charity'],
  }),
  'PATCH /v4/staff/campaigns/:campaignId/qurbani-items/:itemId': endpoint({
    ...change,
    summary: 'Edit a Qurbani item of any fundraiser',
    access: 'staff',
    roles: ['reviewer'],
    description: `${described.change} ${reviewers}`,
    refuses: [...change.refuses, 'own-charity'],
  }),
  'POST /v4/staff/campaigns/:campaignId/qurbani-items/copy': endpoint({
    ...copy,
    summary: 'Copy Qurbani items of any fundraiser',
    access: 'staff',
    roles: ['reviewer'],
    description: `${described.copy} ${reviewers}`,
    refuses: [...copy.refuses, 'own-charity'],
  }),
}
