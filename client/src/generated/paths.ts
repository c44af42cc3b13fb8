// Written by `npm run gen` from the declarations of the endpoints. `path-tree.ts` reads it.

/** What each capital letter of the text stands for. */
export const parts =
  "sD en at es H, er advancedwebhook AHG apikey countM ion token :1 DB re sDaccessDdisablestIDupdI C1,B ate 33 }, sDadd: configDB0A1} :{ ,delete: get: ,update:";

/** The tree of the paths of v2. */
export const text =
  "{activitieF1J2A1GauthDaccWZcheck:0GgYUI_signXuL:0,gYUI_O:0,pUmissPF1,B0,LmoveNGOM32GOZLvokeN}GcommYtannotXPFVcommYtFHCVB34,LactPF1C1}SQ32}CVB66,subscribeN,unsubscribeNScrdtDaddN,awaLnWsNJ2,syncNA1GdocumYtZstLamN6GlivWtIDbroadcast:HJ2GnotificXPFVconfigM32,set:H}CVdelivUiWM2GB66,slackDsetN}SorganizXPK:H}Gadd:VcontYtZQ0}}CVdocumYtK:H}Sadd:VQ0}CVB34,locXPZdXaDdelete:H}SmigrID$N,stXus:0Gmove:HSfoldUZaccWZupdI:HGadd:HJ34SB34AVusUgroupFHJ2,usUFHCH}}GpLsYceDaddNJ2A1GLcordingF1J2GusUFVQ0GdXaDdeleteD$:VstXus:32GB34}CVB34SworkspaceDactivityE,TDdelivUiWDbodyM0GB2,LcovUN,LsYdNGYdpointZcLINJ0,secLtM0,rotINGtWtNA1GevYttypWM0}GTE,RDcLI:5A5GRE,RmetadXaM0GRsM6GauditlogM6GauthODLset:5GauthOsM4GcLI:9,domainFHCVB0GemailconfigM0,tWtNA1GfeXuLsM4A5GB4,inspectorZcLINJ0,LquWtsM0}GmailsM0GnotificXPE,pUmissPprovidUE,LquWtsM4GsUvUM4GsWsPZcLI:9,B4,Lvoke:5GusageM0GwebhookE}}";
