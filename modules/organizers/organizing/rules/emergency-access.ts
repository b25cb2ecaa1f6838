import type { Part } from '#modules/causes/campaigns/rules/acts.ts'

/**
 * Whether a member can read emergency contacts and medical notes, which only those responsible for the fundraiser can
 * (privacy-8).
 */
export const canReadEmergencyDetails = (parts: readonly Part[]): boolean =>
  parts.includes('organizer') || parts.includes('charity-owner')
