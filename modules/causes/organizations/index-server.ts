import { findProvedDomain } from './queries/domains.ts'
import { hasOrganizations } from './queries/organizations.ts'
import { isSubdomainOfCharity } from './queries/subdomains.ts'
import { pictureOwnerOf } from './pictures.ts'

/** What only the server uses of this module. */
export const organizationsServer = {
  findProvedDomain,
  hasOrganizations,
  isSubdomainOfCharity,
  pictureOwnerOf,
}
