-- One scan can be several documents of a verification, such as the extract and the authority: it is stored once for each
-- kind instead of once for the charity.
alter table organizations.document
  add constraint document_once_for_kind unique (organization_id, kind, digest),
  drop constraint document_once;
