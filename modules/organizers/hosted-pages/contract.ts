import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { richNode } from '#modules/causes/campaigns/contract-rich-text.ts'
import { impactsMax } from '#modules/causes/campaigns/rules/impact.ts'
import { missingField } from '#modules/organizers/charities/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { requestableStates, hostedPageStates } from './rules/page-states.ts'
import { frequencyNames } from './rules/page-content.ts'

/** Longer than any field; the use case checks the limit of each field, with its own message. */
const text = z.string().max(60_000).nullish()
const toggle = z.boolean().nullish()
const bytesMax = 64 * 1024

const path = { subdomain: z.string().max(100), slug: z.string().max(120) }

const level = z.object({
  id: text,
  /** Minor units of the page's currency, in whole major units. */
  amount: z.number().nullish(),
  title: text,
  description: text,
  frequency: z.enum(frequencyNames).nullish(),
})

/** The form of a page (S2 §3). A missing field keeps its value or default; null clears it. */
const fields = {
  title: text,
  tagline: text,
  /** HTML; sanitized before it is stored. */
  description: text,
  category: text,
  location: text,
  country: text,
  language: text,
  goalCurrency: text,
  /** Minor units, in whole major units. */
  donationGoal: z.number().nullish(),
  enableGoal: toggle,
  /** `YYYY-MM-DD`, or an instant. */
  endDate: text,
  enableEndDate: toggle,
  image: text,
  imageAlt: text,
  logo: text,
  logoAlt: text,
  video: text,
  primaryColor: text,
  secondaryColor: text,
  frequencies: z.object({ oneTime: toggle, daily: toggle, weekly: toggle, monthly: toggle }).nullish(),
  paymentMethods: z.object({ creditCard: toggle, applePay: toggle, googlePay: toggle }).nullish(),
  tipsEnabled: toggle,
  campaignType: text,
  accountId: text,
  customUrl: text,
  facebookPixelId: text,
  socialLinks: z
    .object({ website: text, facebook: text, twitter: text, instagram: text, youtube: text, linkedin: text })
    .nullish(),
  givingLevels: z.array(level).max(200).nullish(),
  /** What amounts do: minor units of the page's currency, in whole major units, each with a sentence. */
  impacts: z
    .array(z.object({ amount: z.number().nullish(), text }))
    .max(impactsMax)
    .nullish(),
  listed: toggle,
}

const hostedPage = z.object({
  id: z.string(),
  organizationId: z.string(),
  /** The account that created the page; null for the public. */
  userId: z.string().nullable(),
  legacyAccountId: z.string(),
  legacyCampaignId: z.string(),
  /** The page's checkout is `/v4/checkout/{legacyCampaignSlug}`. */
  legacyCampaignSlug: z.string(),
  type: z.literal('organization'),
  title: z.string(),
  tagline: z.string(),
  currency: z.string(),
  /** Always equal to `currency`. */
  settlementCurrency: z.string(),
  /** Sanitized HTML. */
  description: z.string(),
  /** The description as nodes: strings, and objects with a `tag` and its `children`. */
  story: z.array(richNode),
  /** Minor units; null: none, or disabled. */
  goal: z.number().int().nullable(),
  slug: z.string(),
  /** 23:59:59 of the last day in the charity's time zone; null: none, or disabled. */
  endDate: instant.nullable(),
  coverPhoto: z.string().nullable(),
  video: z.string().nullable(),
  status: z.enum(hostedPageStates),
  createdAt: instant,
  updatedAt: instant,
  settings: z.object({
    category: z.string(),
    location: z.string(),
    country: z.string(),
    language: z.string(),
    donationGoal: z.number().int().nullable(),
    enableGoal: z.boolean(),
    /** `YYYY-MM-DD` in the charity's time zone, including while disabled. */
    lastDay: z.string().nullable(),
    enableEndDate: z.boolean(),
    imageAlt: z.string(),
    logo: z.string().nullable(),
    logoAlt: z.string(),
    primaryColor: z.string(),
    secondaryColor: z.string(),
    /** The text colours on these colours. */
    onPrimary: z.string(),
    onSecondary: z.string(),
    frequencies: z.object({ oneTime: z.boolean(), daily: z.boolean(), weekly: z.boolean(), monthly: z.boolean() }),
    paymentMethods: z.object({ creditCard: z.boolean(), applePay: z.boolean(), googlePay: z.boolean() }),
    tipsEnabled: z.boolean(),
    customUrl: z.string(),
    /** Empty for the public. */
    facebookPixelId: z.string(),
    socialLinks: z.object({
      website: z.string(),
      facebook: z.string(),
      twitter: z.string(),
      instagram: z.string(),
      youtube: z.string(),
      linkedin: z.string(),
    }),
    givingLevels: z.array(
      z.object({
        id: z.string(),
        amount: z.number().int(),
        title: z.string(),
        description: z.string(),
        frequency: z.enum(frequencyNames),
      }),
    ),
    impacts: z.array(z.object({ amount: z.number().int(), text: z.string() })),
    listed: z.boolean(),
  }),
  /** URL of the public page. */
  url: z.string(),
  /** Version of the draft; must be sent with a change. */
  version: z.number().int(),
  /** Whether the draft differs from the public page. */
  hasUnpublishedChanges: z.boolean(),
  /** Fields that are required for publication and still empty; empty for the public. */
  missing: z.array(missingField),
})
z.globalRegistry.add(hostedPage, {
  id: 'HostedPage',
  description: 'A page of a charity. Amounts are in minor units of `currency`.',
})
export type HostedPageView = z.output<typeof hostedPage>

const refuses = ['charity-not-found', 'hosted-page-not-found']

/** Calls about hosted pages. */
export const hostedPagesContract = {
  'POST /v4/organizations/:subdomain/hosted-pages': endpoint({
    access: 'signed-in',
    summary: 'Create a hosted page',
    description:
      'Creates a page of a charity as a draft, with a campaign of its own. Amounts are in minor units. Requires an owner, admin or editor of the charity.',
    takesKey: true,
    bytesMax,
    input: z.object({ ...fields, subdomain: path.subdomain }),
    failure: 'create-hosted-page-failed',
    output: hostedPage,
    refuses: [
      'charity-not-found',
      'hosted-page-invalid',
      'too-many-pages',
      'idempotency-key-too-long',
      'idempotency-key-reused',
    ],
  }),
  'GET /v4/organizations/:subdomain/hosted-pages': endpoint({
    access: 'signed-in',
    scope: 'pages:read',
    summary: 'List hosted pages',
    description:
      'Returns the pages of a charity with their drafts, and the currency of its general fund, which new pages propose. Requires a member of the charity.',
    input: z.object({ subdomain: path.subdomain }),
    failure: 'fetch-hosted-page-failed',
    output: z.object({ pages: z.array(hostedPage), proposedCurrency: z.string() }),
    refuses: ['charity-not-found'],
  }),
  'GET /v4/organizations/:subdomain/hosted-pages/:slug': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get a hosted page',
    description:
      'Returns a published page by its current or an earlier slug. Members of the charity also get unpublished pages, and drafts with `draft=1`. Amounts are in minor units. Anyone may call it.',
    input: z.object({ ...path, draft: z.string().max(5).optional() }),
    failure: 'fetch-hosted-page-failed',
    output: hostedPage,
    refuses: ['hosted-page-not-found', 'hosted-page-archived'],
  }),
  'PATCH /v4/organizations/:subdomain/hosted-pages/:slug': endpoint({
    access: 'signed-in',
    summary: 'Update a hosted page',
    description:
      'Changes the given fields of a page’s draft; null clears a field. Amounts are in minor units. Requires an owner, admin or editor of the charity.',
    bytesMax,
    input: z.object({ ...fields, ...path, version: z.number().int().optional() }),
    failure: 'update-hosted-page-failed',
    output: hostedPage,
    refuses: [...refuses, 'hosted-page-invalid', 'hosted-page-changed', 'hosted-page-in-review', 'rate-limited'],
  }),
  'DELETE /v4/organizations/:subdomain/hosted-pages/:slug': endpoint({
    access: 'signed-in',
    summary: 'Delete a draft',
    description:
      'Deletes a page that was never published and isn’t in review, and frees its slug. Requires an owner, admin or editor of the charity.',
    input: z.object(path),
    failure: 'update-hosted-page-failed',
    output: z.object({ id: z.string() }),
    refuses: [...refuses, 'hosted-page-not-draft'],
  }),
  'POST /v4/organizations/:subdomain/hosted-pages/:slug/state': endpoint({
    access: 'signed-in',
    summary: 'Change the state of a hosted page',
    description:
      'Publishes a page or its changes, withdraws it from review, or unpublishes, ends or archives it. Requires an owner, admin or finance member; for changes of a published page an owner, admin or editor.',
    input: z.object({ ...path, state: z.enum(requestableStates), version: z.number().int().optional() }),
    failure: 'update-hosted-page-failed',
    output: hostedPage,
    refuses: [
      ...refuses,
      'hosted-page-invalid',
      'hosted-page-changed',
      'state-not-allowed',
      'fundraiser-paused-by-staff',
      'too-many-publications',
    ],
  }),
  'GET /v4/organizations/:subdomain/hosted-pages/:slug/versions': endpoint({
    access: 'signed-in',
    summary: 'List versions of a hosted page',
    description: 'Returns the last 50 publications of a page. Requires a member of the charity.',
    input: z.object(path),
    failure: 'fetch-hosted-page-failed',
    output: z.object({
      versions: z.array(z.object({ number: z.number().int(), publishedAt: instant, isPublic: z.boolean() })),
    }),
    refuses,
  }),
  'POST /v4/organizations/:subdomain/hosted-pages/:slug/versions/:number/restore': endpoint({
    access: 'signed-in',
    summary: 'Restore a version of a hosted page',
    description:
      'Replaces the draft with an earlier version; the public page doesn’t change. Requires an owner, admin or editor of the charity.',
    input: z.object({ ...path, number: z.string().regex(/^\d{1,9}$/) }),
    failure: 'update-hosted-page-failed',
    output: hostedPage,
    refuses: [...refuses, 'page-version-not-found', 'hosted-page-in-review'],
  }),
}
