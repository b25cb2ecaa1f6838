import { z } from 'zod'
import { numericIdInput } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

const campaignId = numericIdInput
const listId = numericIdInput
const adSpot = z.string().regex(/^[a-z0-9_-]{1,40}$/)
const slug = z.string().regex(/^[a-z0-9-]{1,80}$/)
const day = z.iso.date()
const kind = z.enum(['fundraiser', 'general-fund'])
const campaignIds = z.array(campaignId).max(100)
const title = z.string().trim().min(1).max(120)
const savedList = z.object({ title, campaignIds })
const eventTexts = {
  titleAr: z.string().trim().max(120).nullable().default(null),
  about: z.string().trim().max(2000).default(''),
  aboutAr: z.string().trim().max(2000).nullable().default(null),
  startsOn: day,
  endsOn: day,
}
const creativeUrl = z
  .string()
  .max(500)
  .regex(/^(https:\/\/\S+|\/(media|art)\/\S+)$/)
const variants = z.array(z.object({ creativeType: z.enum(['image', 'video']), creativeUrl })).max(10)
const done = z.object({ done: z.literal(true) })
const id = z.object({ id: z.string() })

const chosen = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  language: z.string(),
  kind,
  /** Whether it is public and accepts donations now. */
  isOpen: z.boolean(),
})
z.globalRegistry.add(chosen, { id: 'CuratedCampaign', description: 'A campaign as staff sees it in a list.' })
const staff = { access: 'staff', roles: ['support'] } as const

/** Calls of staff to curate: featured order, lists, events, and ad variants. */
export const curatingContract = {
  'GET /v4/staff/campaigns-named': endpoint({
    ...staff,
    summary: 'Find a campaign to add to a list',
    description: 'Finds a campaign by its id, slug or link. Requires the support role.',
    input: z.object({ text: z.string().max(600).default(''), kind: kind.optional() }),
    output: chosen,
    refuses: ['campaign-missing', 'campaign-not-found', 'charity-not-found'],
  }),
  'GET /v4/staff/featured': endpoint({
    ...staff,
    summary: 'Get the featured order',
    description:
      'Returns the featured campaigns and charities of an ad spot in their order; spots without an order use `general`. Requires the support role.',
    input: z.object({ adSpotType: adSpot.default('general') }),
    output: z.object({ adSpots: z.array(z.string()), fundraisers: z.array(chosen), charities: z.array(chosen) }),
  }),
  'PUT /v4/staff/featured': endpoint({
    ...staff,
    summary: 'Set the featured order',
    description:
      'Replaces the featured campaigns, or charities by their general funds, of an ad spot. Requires the support role.',
    input: z.object({
      adSpotType: adSpot.default('general'),
      kind,
      campaignIds,
      /** The order as it was read; another saved order is refused with 409. */
      loaded: campaignIds.optional(),
    }),
    output: done,
    refuses: ['campaign-not-found', 'charity-not-found', 'edited-meanwhile', 'own-charity'],
  }),
  'GET /v4/staff/lists': endpoint({
    ...staff,
    summary: 'List curated lists and events',
    description: 'Returns all curated lists and events, newest first. Requires the support role.',
    input: z.object({}),
    output: z.object({
      lists: z.array(z.object({ id: z.string(), title: z.string(), count: z.number().int() })),
      events: z.array(
        z.object({
          slug: z.string(),
          title: z.string(),
          titleAr: z.string().nullable(),
          startsOn: z.string(),
          endsOn: z.string(),
          count: z.number().int(),
        }),
      ),
    }),
  }),
  'GET /v4/staff/lists/:listId': endpoint({
    ...staff,
    summary: 'Get a curated list',
    description:
      'Returns a list with all its campaigns, including those that aren’t public. Requires the support role.',
    input: z.object({ listId }),
    output: z.object({ id: z.string(), title: z.string(), campaigns: z.array(chosen) }),
    refuses: ['list-not-found'],
  }),
  'GET /v4/staff/events/:slug': endpoint({
    ...staff,
    summary: 'Get an event as staff',
    description:
      'Returns an event with all its campaigns, including those that aren’t public. Requires the support role.',
    input: z.object({ slug }),
    output: z.object({
      slug: z.string(),
      title: z.string(),
      titleAr: z.string().nullable(),
      about: z.string(),
      aboutAr: z.string().nullable(),
      startsOn: z.string(),
      endsOn: z.string(),
      campaigns: z.array(chosen),
    }),
    refuses: ['event-not-found'],
  }),
  'GET /v4/staff/ad-variants': endpoint({
    ...staff,
    summary: 'List ad variants',
    description: 'Returns every campaign that has its own pictures or videos in an ad spot. Requires the support role.',
    input: z.object({}),
    output: z.object({
      adSpots: z.array(z.string()),
      cards: z.array(
        z.object({
          campaign: chosen,
          adSpotType: z.string(),
          variants: z.array(z.object({ creativeType: z.enum(['image', 'video']), creativeUrl: z.string() })),
        }),
      ),
    }),
  }),
  'POST /v4/discovery/lists': endpoint({
    ...staff,
    summary: 'Create a list',
    description: 'Creates a list of campaigns. Requires the support role.',
    input: savedList,
    output: id,
    refuses: ['campaign-not-found', 'own-charity'],
  }),
  'PUT /v4/discovery/lists/:listId': endpoint({
    ...staff,
    summary: 'Replace a list',
    description:
      'Replaces the title and the campaigns of a list. With `loaded`, a field that someone else changed too is refused with 409. Requires the support role.',
    input: savedList.extend({
      listId,
      /** The list as it was read; a field that equals it keeps what someone else has saved since. */
      loaded: savedList.optional(),
    }),
    output: id,
    refuses: ['list-not-found', 'campaign-not-found', 'edited-meanwhile', 'own-charity'],
  }),
  'DELETE /v4/discovery/lists/:listId': endpoint({
    ...staff,
    summary: 'Delete a list',
    description: 'Deletes a list; the list of an event is deleted with its event. Requires the support role.',
    input: z.object({ listId }),
    output: done,
    refuses: ['list-not-found', 'own-charity'],
  }),
  'PUT /v4/discovery/events/:slug': endpoint({
    ...staff,
    summary: 'Create or replace an event',
    description:
      'Creates an event with its campaigns. An event with the same slug is replaced, unless `isNew` is set. With `loaded`, a field that someone else changed too is refused with 409. Requires the support role.',
    input: savedList.extend({
      slug,
      ...eventTexts,
      isNew: z.boolean().default(false),
      /** The event as it was read; fields that equal it keep what someone else has saved since. */
      loaded: savedList.extend(eventTexts).optional(),
    }),
    output: id,
    refuses: [
      'campaign-not-found',
      'edited-meanwhile',
      'event-ends-first',
      'event-not-found',
      'event-taken',
      'own-charity',
    ],
  }),
  'DELETE /v4/discovery/events/:slug': endpoint({
    ...staff,
    summary: 'Delete an event',
    description: 'Deletes an event and its page. Requires the support role.',
    input: z.object({ slug }),
    output: done,
    refuses: ['event-not-found', 'own-charity'],
  }),
  'PUT /v4/discovery/ad-variants/:campaignId': endpoint({
    ...staff,
    summary: 'Replace ad variants',
    description:
      'Replaces the ad variants of a campaign in one ad spot; an empty list removes them. Requires the support role.',
    input: z.object({ campaignId, adSpotType: adSpot.default('general'), variants }),
    output: z.object({ id: z.string() }),
    refuses: ['campaign-not-found', 'own-charity'],
  }),
}
