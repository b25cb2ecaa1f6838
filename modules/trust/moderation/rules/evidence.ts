import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import type { Fault } from '#shared/problem.ts'

/** Maximum of files for each request. */
export const evidenceMax = 5
/** Maximum length of a description. */
export const describedMax = 200
/** Days after which evidence is deleted if it was never sent, or after its request has ended. */
export const evidenceDays = { unsent: 30, afterEnd: 365 } as const

/** Validates a file and its description by field, before the file is opened. */
export function checkEvidence(input: {
  readonly description: string
  readonly bytes: number
}): Readonly<Record<string, Fault>> {
  const faults: Record<string, Fault> = {}
  if (input.bytes === 0) faults.file = { code: 'file-missing' }
  else if (input.bytes > uploadLimits.bytes) faults.file = { code: 'file-too-large' }
  const described = input.description.trim()
  if (described === '') faults.description = { code: 'evidence-undescribed' }
  else if (Array.from(described).length > describedMax)
    faults.description = { code: 'text-too-long', params: { max: describedMax } }
  return faults
}
