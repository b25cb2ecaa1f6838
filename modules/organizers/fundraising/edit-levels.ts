import { isDeepStrictEqual } from 'node:util'
import {
  addLevel,
  changeLevel,
  hasLevelOfRequest,
  listOwnLevels,
  orderLevels,
  type OwnLevel,
  removeLevel,
  campaignRunBy,
  lockEdited,
} from '#modules/causes/campaigns/index.ts'
import { optionColumnsOf } from '#modules/causes/campaigns/rules/level-fields.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Currency } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { wholeAmountText } from './rules/draft.ts'
import { checkLevel, levelColumnValues, type LevelForm, levelLimits } from './rules/level.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import { draftRequestKeyOf } from './request-key.ts'
import { ownLevelView } from './views.ts'

type OwnLevels = { readonly currency: Currency; readonly levels: readonly OwnLevel[] }

/** Returns the fundraiser whose levels the viewer can edit; the levels of a hosted page are part of its draft. */
async function fundraiserWithLevels(ports: Ports, viewer: Viewer, campaignId: bigint, how?: 'reading') {
  const campaign = await campaignRunBy(ports, viewer, campaignId, 'edit', how)
  if (campaign.kind === 'hosted-page') throw new Problem('not-found', 'campaign-not-found')
  return campaign
}

/** Returns a fundraiser's levels for its editors, including hidden ones. */
export async function ownLevels(ports: Ports, viewer: Viewer, campaignId: bigint): Promise<OwnLevels> {
  const { id, currency } = await fundraiserWithLevels(ports, viewer, campaignId, 'reading')
  return { currency, levels: await listOwnLevels(ports.db, id) }
}

/**
 * Adds a level (`levelId` undefined) or changes one. A limit can't be below the number claimed and reserved; amounts of
 * past donations don't change. If `version` is outdated, nothing changes and `level-changed` (409) has the current
 * level, unless the requested values are already saved, as after a repeated request. Without `version` the change
 * always applies. With `key`, a repeated request adds no second level. Failures are logged (S1 §8).
 */
export async function saveLevel(
  ports: Ports,
  viewer: Viewer,
  input: {
    readonly campaignId: bigint
    readonly levelId: bigint | undefined
    readonly version?: number | undefined
    readonly key?: string | undefined
    readonly form: LevelForm
  },
): Promise<OwnLevels> {
  const { id, currency } = await fundraiserWithLevels(ports, viewer, input.campaignId)
  const form = {
    ...input.form,
    amount: normalizeDigits(input.form.amount),
    limit: normalizeDigits(input.form.limit),
    benefitValue: normalizeDigits(input.form.benefitValue),
  }
  return withFailureLog(ports, id, 'a giving level was not saved', async () => {
    await ports.write(async (tx) => {
      // Locks the campaign first, so that two concurrent levels get different positions.
      await lockEdited(tx, id)
      const levels = await listOwnLevels(tx, id)
      const ownLevel = levels.find((level) => level.id === input.levelId)
      if (input.levelId !== undefined && !ownLevel) throw new Problem('not-found', 'level-not-found')
      const requestKey = ownLevel ? undefined : draftRequestKeyOf(input.key, form)
      if (requestKey && (await hasLevelOfRequest(tx, id, requestKey))) return
      if (!ownLevel && levels.length >= levelLimits.levels)
        throw new Problem('conflict', 'too-many-levels', { params: { max: levelLimits.levels } })
      const isStale = ownLevel !== undefined && input.version !== undefined && input.version !== ownLevel.version
      const fields = checkLevel(form, currency, ownLevel ? ownLevel.claimed + ownLevel.reserved : 0)
      if (Object.keys(fields).length > 0)
        throw isStale ? levelChanged(ownLevel, currency) : new Problem('validation', 'invalid-input', { fields })
      const columns = columnsToWrite(form, currency, ownLevel)
      if (isStale && !isDeepStrictEqual(columns, columnsOf(ownLevel))) throw levelChanged(ownLevel, currency)
      if (isStale) return
      if (!ownLevel)
        return void (await addLevel(tx, {
          campaign_id: id,
          position: (levels.at(-1)?.position ?? 0) + 1,
          ...(requestKey ? { idempotency_key: requestKey } : {}),
          ...columns,
        }))
      // Donors may have claimed units since the level was read.
      if (!(await changeLevel(tx, { campaignId: id, levelId: ownLevel.id }, columns)))
        throw new Problem('conflict', 'limit-below-claimed', { params: { min: columns.claim_limit + 1 } })
    })
    return { currency, levels: await listOwnLevels(ports.db, id) }
  })
}

/** The form shows whole amounts only, so an unchanged amount keeps its decimals. */
function columnsToWrite(form: LevelForm, currency: Currency, ownLevel: OwnLevel | undefined) {
  const columns = levelColumnValues(form, currency, ownLevel?.flags)
  if (ownLevel && form.amount === wholeAmountText(ownLevel.amount, currency)) columns.amount = ownLevel.amount
  if (ownLevel && form.benefitValue === wholeAmountText(ownLevel.benefitValue, currency))
    columns.benefit_value = ownLevel.benefitValue
  return columns
}

const levelChanged = (current: OwnLevel, currency: Currency) =>
  new Problem('conflict', 'level-changed', { more: { level: ownLevelView(current, currency) } })

/** Converts a level to the columns as which it would be saved. */
const columnsOf = (level: OwnLevel): ReturnType<typeof levelColumnValues> => ({
  amount: level.amount,
  title: level.title,
  description: level.description,
  claim_limit: level.claimLimit,
  benefit_value: level.benefitValue,
  flags: level.flags,
  ...optionColumnsOf(level),
})

/** Removes a level: donors can't choose it any more; past donations keep it. */
export async function deleteLevel(
  ports: Ports,
  viewer: Viewer,
  ids: { readonly campaignId: bigint; readonly levelId: bigint },
): Promise<OwnLevels> {
  const { id, currency } = await fundraiserWithLevels(ports, viewer, ids.campaignId)
  return withFailureLog(ports, id, 'a giving level was not removed', async () => {
    if (!(await ports.write((tx) => removeLevel(tx, { campaignId: id, levelId: ids.levelId }))))
      throw new Problem('not-found', 'level-not-found')
    return { currency, levels: await listOwnLevels(ports.db, id) }
  })
}

/**
 * Orders the levels by their ids. Throws if the ids are incomplete, because a level was added or removed concurrently.
 */
export async function reorderLevels(
  ports: Ports,
  viewer: Viewer,
  input: { readonly campaignId: bigint; readonly ids: readonly bigint[] },
): Promise<OwnLevels> {
  const { id, currency } = await fundraiserWithLevels(ports, viewer, input.campaignId)
  await ports.write(async (tx) => {
    await lockEdited(tx, id)
    const levels = await listOwnLevels(tx, id)
    if (levels.length !== new Set(input.ids).size || !levels.every((level) => input.ids.includes(level.id)))
      throw new Problem('conflict', 'levels-changed')
    await orderLevels(tx, id, input.ids)
  })
  return { currency, levels: await listOwnLevels(ports.db, id) }
}

async function withFailureLog<T>(ports: Ports, campaignId: bigint, text: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    ports.log[isProblem(error) ? 'warn' : 'error'](
      { campaignId: campaignId.toString(), error: isProblem(error) ? error.code : error },
      text,
    )
    throw error
  }
}
