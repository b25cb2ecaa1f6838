import type { RenderContext } from '#server/pages/render-context.ts'
import type { PlanPreview } from '#modules/recurring/subscriptions/contract-views.ts'
import {
  toPlanRequest,
  controlOfPlan,
  type Money,
  type PlanData,
} from '#web/features/recurring/subscriptions/wizard/plan-request.ts'
import { hasNumberedDays } from '#web/features/recurring/subscriptions/wizard/programme.ts'
import { type WizardStep, wizardSteps } from '#web/features/recurring/subscriptions/wizard/plan-form.ts'
import { causesIn, type CauseSentences } from './causes.ts'
import type { WizardData } from './wizard-data.ts'
import type { Json } from '#shared/wire/json.ts'

/** The step to show: the requested one, or an earlier incomplete one with its errors. */
export type StepView = {
  readonly step: WizardStep
  readonly errors: Readonly<Record<string, string>>
  readonly preview: Json<PlanPreview> | null
}

/** Returns the step to show. `money`: choices of the last step that change the totals. */
export async function readStep(
  frame: RenderContext,
  url: URL,
  wizard: WizardData,
  input: { readonly money: Money; readonly causes: CauseSentences },
): Promise<StepView> {
  const stepParam = wizardSteps.find((step) => step === url.searchParams.get('step')) ?? 'donations'
  const wanted = wizard.programme === null && stepParam === 'causes' ? 'donations' : stepParam
  const inCauses = wizard.programme ? causesIn(frame, wizard.planForm, input.causes) : {}
  const isChoosing = Object.keys(inCauses).length > 0
  // Until the shares are complete, the preview is calculated as if the platform chose the causes.
  const judged = isChoosing ? { ...wizard, planForm: { ...wizard.planForm, choosesCauses: false } } : wizard
  const seen = await previewFor(frame, judged, input.money)
  if (wanted === 'donations') return { step: 'donations', errors: fractionErrors(frame, wizard), preview: seen.preview }
  const inForm = isChoosing && seen.preview ? inCauses : seen.errors
  if (Object.keys(inForm).length === 0) return { step: wanted, errors: {}, preview: seen.preview }
  const isOfCauses = wizard.programme !== null && Object.keys(inForm).every((id) => /^(causes|share-)/.test(id))
  if (!isOfCauses) return { step: 'donations', errors: inForm, preview: null }
  return { step: 'causes', errors: wanted === 'confirm' ? inForm : {}, preview: seen.preview }
}

/** Returns the plan's data for the wizard's steps. */
export const planOf = ({ offer, programme, hijriYear, nights, campaign, inviter }: WizardData): PlanData => ({
  givingPlanId: offer.givingPlanId,
  programme,
  hijriYear,
  nights,
  levels: campaign?.levels ?? [],
  takesCodes: offer.takesCodes,
  inviter,
})

/** Returns the errors of amounts with a fraction, by the id of a visible control. */
function fractionErrors(
  frame: Pick<RenderContext, 'sentencesOf'>,
  { planForm, nights, campaign }: WizardData,
): Readonly<Record<string, string>> {
  const own = planForm.spread === 'own' ? nights.filter(({ isPast }) => !isPast).map(({ number }) => `a${number}`) : []
  const shown = [...(campaign?.levels.some(({ id }) => id === planForm.level) ? [] : ['amount']), ...own]
  return frame.sentencesOf(
    Object.fromEntries(
      shown.filter((id) => planForm.refused[id] !== undefined).map((id) => [id, { code: 'not-whole' }]),
    ),
  )
}

/** Requests the plan's preview. Returns it, or the errors by control id. */
export async function previewFor(
  frame: RenderContext,
  wizard: WizardData,
  money: Money,
): Promise<{ readonly preview: Json<PlanPreview> | null; readonly errors: Readonly<Record<string, string>> }> {
  const fractions = fractionErrors(frame, wizard)
  if (Object.keys(fractions).length > 0) return { preview: null, errors: fractions }
  try {
    return {
      preview: await frame.api('POST /v4/subscriptions/preview', toPlanRequest(wizard.planForm, planOf(wizard), money)),
      errors: {},
    }
  } catch (error) {
    return { preview: null, errors: errorsOf(frame, error, wizard) }
  }
}

/** Converts an error to texts by control id. */
export function errorsOf(
  frame: RenderContext,
  error: unknown,
  wizard: Pick<WizardData, 'programme'>,
): Readonly<Record<string, string>> {
  const { fields, message } = frame.refusalOf(error)
  const found = Object.entries(fields).map(([field, text]) => [controlOfPlan(field), text] as const)
  return found.length > 0
    ? Object.fromEntries(found)
    : { [hasNumberedDays(wizard.programme) ? 'nights' : 'amount']: message }
}
