import type { Part } from '#modules/causes/campaigns/rules/acts.ts'

/** Emergency contacts and medical notes are only for people responsible for the fundraiser (privacy-8). */
export const mayReadEmergencyDetails = (parts: readonly Part[]): boolean =>
  parts.includes('organizer') || parts.includes('charity-owner')
