import { stepFieldsOf, type WizardStep, type PlanForm } from './plan-form.ts'

/** Hidden fields with the choices of other steps. */
export const HiddenPlanFields = ({
  planForm,
  steps,
}: {
  readonly planForm: PlanForm
  readonly steps: readonly WizardStep[]
}) =>
  steps.flatMap((step) =>
    stepFieldsOf(planForm, step).map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    )),
  )
