import { z } from 'zod'
import { numericId } from '#shared/id-schemas.ts'
import { levelOptions, levelOptionsForm } from '#modules/causes/campaigns/contract-level-fields.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'

const campaignId = numericId

const levelForm = z.object({
  amount: z.string().max(20),
  title: z.string().max(300),
  description: z.string().max(2000).default(''),
  limit: z.string().max(10).default(''),
  benefitValue: z.string().max(20).default(''),
  hidden: z.boolean().default(false),
  ...levelOptionsForm,
})

/** A giving level as its editors see it. */
export const ownLevel = z.object({
  id: z.string(),
  /** Must be sent with the next change, which is a conflict if the version has changed. */
  version: z.number().int(),
  title: z.string(),
  description: z.string(),
  amount: z.number().int(),
  amountText: z.string(),
  limit: z.number().int().nullable(),
  claimed: z.number().int(),
  reserved: z.number().int(),
  benefitText: z.string(),
  hidden: z.boolean(),
  ...levelOptions,
})
z.globalRegistry.add(ownLevel, {
  id: 'EditableGivingLevel',
  description: 'A giving level as its editors see it. Amounts are in minor units.',
})
export type OwnLevelView = z.output<typeof ownLevel>
const ownLevels = z.object({ currency, levels: z.array(ownLevel) })
z.globalRegistry.add(ownLevels, {
  id: 'EditableGivingLevels',
  description: 'The giving levels of a fundraiser as its editors see them.',
})

/** Calls to edit giving levels. */
export const levelsCalls = {
  'GET /v4/campaigns/:campaignId/levels': endpoint({
    access: 'signed-in',
    summary: 'List giving levels for editors',
    description:
      'Returns the giving levels of a fundraiser, including hidden ones; amounts are in minor units. Requires an account that may edit it.',
    input: z.object({ campaignId }),
    output: ownLevels,
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/levels': endpoint({
    access: 'signed-in',
    summary: 'Add a giving level',
    description:
      'Adds a giving level; its amount is in whole major units. Requires an account that may edit the fundraiser, and adds one level for each Idempotency-Key.',
    takesKey: true,
    input: levelForm.extend({ campaignId }),
    output: ownLevels,
    refuses: ['campaign-not-found', 'too-many-levels'],
  }),
  'PATCH /v4/campaigns/:campaignId/levels/:levelId': endpoint({
    access: 'signed-in',
    summary: 'Edit a giving level',
    description:
      'Changes a giving level; its limit can’t be lower than the claimed and reserved units. With an outdated `version` it answers 409 with the current level. Requires an account that may edit the fundraiser.',
    input: levelForm.extend({ campaignId, levelId: campaignId, version: z.number().int().min(0).optional() }),
    output: ownLevels,
    refuses: ['campaign-not-found', 'level-not-found', 'level-changed', 'limit-below-claimed'],
  }),
  'DELETE /v4/campaigns/:campaignId/levels/:levelId': endpoint({
    access: 'signed-in',
    summary: 'Delete a giving level',
    description:
      'Deletes a giving level; donations that chose it keep it. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId, levelId: campaignId }),
    output: ownLevels,
    refuses: ['campaign-not-found', 'level-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/levels/order': endpoint({
    access: 'signed-in',
    summary: 'Reorder giving levels',
    description: 'Puts the giving levels in the order of `ids`. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId, ids: z.array(campaignId).max(100) }),
    output: ownLevels,
    refuses: ['campaign-not-found', 'levels-changed'],
  }),
}
