import type { TeamPart } from '#modules/causes/campaigns/rules/acts.ts'

/**
 * Whether a member can read emergency contacts and medical notes, which only those responsible for the fundraiser can
 * (privacy-8).
 */
export const canReadEmergencyDetails = (parts: readonly TeamPart[]): boolean =>
  parts.includes('organizer') || parts.includes('charity-owner')
