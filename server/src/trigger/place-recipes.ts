import type { EventType } from "@atrium/functions/domain/events/types";
import { type DemoCalls, organizationId, type Recipe, succeeded } from "./demo-calls.ts";

type PlaceEvent = Extract<EventType, `organization.${string}` | `folder.${string}` | `document.${string}`>;

async function disableOrganization(demo: DemoCalls): Promise<string> {
  const id = await demo.newOrganization();
  succeeded(
    (await demo.atrium.organizations.access.disablestate.update({ organizationIds: [id], disabled: true })).data,
  );
  return id;
}

async function disableDocument(demo: DemoCalls): Promise<string> {
  const id = await demo.newDocument();
  const { disablestate } = demo.atrium.organizations.documents.access;
  succeeded((await disablestate.update({ organizationId, documentIds: [id], disabled: true })).data);
  return id;
}

/** Events of organizations, folders and documents. */
export const placeRecipes: { [event in PlaceEvent]: Recipe } = {
  "organization.add": async (demo) => `Added the organization ${await demo.newOrganization()}.`,
  "organization.update": async (demo) => {
    const id = await demo.newOrganization();
    const organizations = [{ organizationId: id, organizationName: "A renamed organization" }];
    succeeded((await demo.atrium.organizations.update({ organizations })).data);
    return `Renamed the organization ${id}.`;
  },
  "organization.delete": async (demo) => {
    const id = await demo.newOrganization();
    succeeded((await demo.atrium.organizations.delete({ organizationIds: [id] })).data);
    return `Deleted the organization ${id}.`;
  },
  "organization.disable": async (demo) => `Disabled the organization ${await disableOrganization(demo)}.`,
  "organization.enable": async (demo) => {
    const id = await disableOrganization(demo);
    const { disablestate } = demo.atrium.organizations.access;
    succeeded((await disablestate.update({ organizationIds: [id], disabled: false })).data);
    return `Disabled the organization ${id} and enabled it again.`;
  },
  "folder.add": async (demo) => `Added the folder ${await demo.newFolder()} to ${organizationId}.`,
  "folder.update": async (demo) => {
    const folderId = await demo.newFolder();
    const folders = [{ folderId, folderName: "A renamed folder" }];
    succeeded((await demo.atrium.organizations.folders.update({ organizationId, folders })).data);
    return `Renamed the folder ${folderId} of ${organizationId}.`;
  },
  "folder.move": async (demo) => {
    const [folderId, parentFolderId] = [await demo.newFolder(), await demo.newFolder()];
    const folders = [{ folderId, parentFolderId }];
    succeeded((await demo.atrium.organizations.folders.update({ organizationId, folders })).data);
    return `Moved the folder ${folderId} into ${parentFolderId}.`;
  },
  "folder.delete": async (demo) => {
    const folderId = await demo.newFolder();
    await demo.atrium.organizations.folders.delete({ organizationId, folderId });
    return `Deleted the folder ${folderId} of ${organizationId}.`;
  },
  "document.add": async (demo) => `Added the document ${await demo.newDocument()} to ${organizationId}.`,
  "document.update": async (demo) => {
    const documentId = await demo.newDocument();
    const documents = [{ documentId, documentName: "A renamed document" }];
    succeeded((await demo.atrium.organizations.documents.update({ organizationId, documents })).data);
    return `Renamed the document ${documentId} of ${organizationId}.`;
  },
  "document.move": async (demo) => {
    const [documentId, folderId] = [await demo.newDocument(), await demo.newFolder()];
    const documentIds = [documentId];
    succeeded((await demo.atrium.organizations.documents.move({ organizationId, documentIds, folderId })).data);
    return `Moved the document ${documentId} into the folder ${folderId}.`;
  },
  "document.delete": async (demo) => {
    const documentId = await demo.newDocument();
    succeeded((await demo.atrium.organizations.documents.delete({ organizationId, documentIds: [documentId] })).data);
    return `Deleted the document ${documentId} of ${organizationId}.`;
  },
  "document.disable": async (demo) => `Disabled the document ${await disableDocument(demo)}.`,
  "document.enable": async (demo) => {
    const documentId = await disableDocument(demo);
    const { disablestate } = demo.atrium.organizations.documents.access;
    succeeded((await disablestate.update({ organizationId, documentIds: [documentId], disabled: false })).data);
    return `Disabled the document ${documentId} and enabled it again.`;
  },
  "document.access_change": async (demo) => {
    const documentId = await demo.newDocument();
    const change = { organizationId, documentIds: [documentId], accessType: "restricted" as const };
    succeeded((await demo.atrium.organizations.documents.access.update(change)).data);
    return `Restricted the document ${documentId} of ${organizationId}.`;
  },
  "document.migrate": async (demo) => {
    const [documentId, newDocumentId] = [await demo.newDocument(), demo.newId()];
    await demo.atrium.organizations.documents.migrate({ organizationId, documentId, newDocumentId });
    return `Began to migrate the document ${documentId} to the id ${newDocumentId}. The event is sent once the migration is done, in a few seconds.`;
  },
};
