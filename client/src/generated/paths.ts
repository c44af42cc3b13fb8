// Written by `npm run gen` from the declarations of the endpoints. `path-tree.ts` reads it.

/** What each capital letter of the text stands for. */
export const parts =
  "en delivTieDB2 DF :1 countKB at er advancedwebhook AIG I, apikey ion token re 1C1,B :{ DaccesDdisablestH{updHI} 33 ate: }, add: config:{B0A1} s:{ ,delete: get: ,update:";

/** The tree of the paths of v2. */
export const text =
  "{activitieXL2A1GauthKaccesDcheck:0GgZTUe_signUuM:0,gZTUe_N:0,pTmissOX1,B0,MmoveWGNKB32GNDMvokeW}GcommZtannotUOXQcommZtXICQB34,MactOX1C1}RV32}CQB66,subscribeW,unsubscribeWRcrdtKF1,awaMness:L2,syncWA1GdocumZtDstMamW6GlivestH{broadcast:QB2GnotificUOXQconfigKB32,set:I}CQYGB66,slackKsetW}RorganizUOJGFICQdocumZtJRFQV0}CQB34,locUODdUaKdelete:I}RmigrH{$W,stUus:0Gmove:IRfoldTDaccesDupdHIGFIC1,B34RB66AQusTgroupXQB2,usTXICI}}GpMsZceKFL2A1GMcordingXL2GusTXQV0GdUaKdeleteK$:QstUus:32GB34}CQB66RworkspaceKactivityE,SKY,McovTW,MsZdWGZdpointDcMHL0,secMtKB0,rotH1GtestWA1GevZttypeDB0}GSE,PKcMH5A5GPE,PmetadUaKB0GPDB6GauditlogKB6GauthNKMset:5GauthNDB4GcMH9,domainXICQB0GemailconfigKB0,testWA1GfeUuMDB4A5GB4,inspectorDcMHL0,MquestDB0}GmailDB0GnotificUOE,pTmissOprovidTE,MquestDB4GsTvTKB4GsessODcMH9,B4,Mvoke:5GusageKB0GwebhookE}}";
