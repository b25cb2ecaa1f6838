import { findVerifiedDomain } from './queries/domains.ts'
import { hasOrganizations } from './queries/organizations.ts'
import { isSubdomainOfCharity } from './queries/subdomains.ts'
import { pictureOwnerOf } from './pictures.ts'

/** Exports for the server only. */
export const organizationsServer = {
  findVerifiedDomain,
  hasOrganizations,
  isSubdomainOfCharity,
  pictureOwnerOf,
}
