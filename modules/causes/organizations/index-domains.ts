export { primaryDomains, provedHostsOf } from './queries/domains.ts'
export {
  claimDueDomains,
  countDomainCheck,
  deleteDomain,
  type Domain,
  domainsOf,
  domainTokenOf,
  ensureDomainToken,
  insertDomain,
  isProvedByAnother,
  postponeCheck,
  saveProof,
  setPrimaryDomain,
} from './queries/domain-proofs.ts'
