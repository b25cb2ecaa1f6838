import type { Fault } from '#shared/problem.ts'

/** Reasons of a report, gravest first. */
export const reportReasons = ['fraud', 'harm', 'hate', 'not-theirs', 'misleading', 'privacy', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

const reportTextMax = 2000

/** Validates a report; `other` requires a text. */
export function checkReport(input: {
  readonly reason: string
  readonly text: string
  readonly email: string
}): Readonly<Record<string, Fault>> {
  const faults: Record<string, Fault> = {}
  if (!reportReasons.some((reason) => reason === input.reason)) faults.reason = { code: 'report-reason-missing' }
  if (input.reason === 'other' && input.text.trim() === '') faults.text = { code: 'report-text-missing' }
  if (Array.from(input.text).length > reportTextMax)
    faults.text = { code: 'text-too-long', params: { max: reportTextMax } }
  return faults
}
