import { toSummaryFault, summarySentences } from '#modules/platform/addresses/rules/form.ts'
import type { Fault } from '#shared/problem.ts'
import { useFaultText } from '../../../lib/text.tsx'
import type { Wrong } from '../../../ui/error-summary.tsx'

/** One sentence for several fields is said once, and leads to the first of them. */
const once = (wrong: readonly Wrong[]): Wrong[] =>
  wrong.filter(({ text }, index) => wrong.findIndex((problem) => problem.text === text) === index)

/**
 * The list above a form with a tax address in it: where a field has its own message ("Enter a city to continue."), the
 * list has the form's sentence ("Please enter a city.", S1 §5 "Tax address form").
 */
export function useSummary(): {
  /** Of what the rules found, by the id of its control. */
  readonly ofFaults: (faults: Readonly<Record<string, Fault>>) => Wrong[]
  /** Of what the server answered, in the visitor's language. */
  readonly ofTexts: (wrong: readonly Wrong[]) => Wrong[]
} {
  const faultText = useFaultText()
  return {
    ofFaults: (faults) =>
      once(Object.entries(faults).map(([id, fault]) => ({ id, text: faultText(toSummaryFault(fault)) ?? '' }))),
    ofTexts: (wrong) =>
      once(
        wrong.map(({ id, text }) => {
          const sentence = Object.entries(summarySentences).find(([code]) => faultText({ code }) === text)?.[1]
          return { id, text: (sentence && faultText({ code: sentence })) || text }
        }),
      ),
  }
}
