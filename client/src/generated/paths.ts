// Written by `npm run gen` from the declarations of the endpoints. `path-tree.ts` reads it.

/** What each capital letter of the text stands for. */
export const parts =
  "en at es DcLI: :1 er advancedwebhook AHG apikey countM H, ion token DB re 1C1,B sDaccessDdisablestIDupdI ate 33 }, sDadd: configDB0A1} :{ ,delete: get: ,update:";

/** The tree of the paths of v2. */
export const text =
  "{activitieFK2A1GauthDaccXsDcheck:0GgZUI_signYuL:0,gZUI_N:0,pUmissOF1,B0,LmoveVGNM32GNsDLvokeV}GcommZtannotYOFPcommZtFHCPB34,LactOF1C1}SQ32}CPB66,subscribeV,unsubscribeVScrdtDaddV,awaLnXs:K2,syncVA1GdocumZtsDstLamV6GlivXtIDbroadcast:PB2GnotificYOFPconfigM32,set:H}CPdelivUiXM2GB66,slackDsetV}SorganizYOJ:H}Gadd:PcontZtsDQ0}}CPdocumZtJ:H}Sadd:PQ0}CPB34,locYOsDdYaDdelete:H}SmigrID$V,stYus:0Gmove:HSfoldUsDaccXsDupdI:HGadd:HC1,B34SB66APusUgroupFPB2,usUFHCH}}GpLsZceDadd:K2A1GLcordingFK2GusUFPQ0GdYaDdeleteD$:PstYus:32GB34}CPB66SworkspaceDactivityE,TDdelivUiXDbodyM0GB2,LcovUV,LsZdVGZdpointsWK0,secLtM0,rotIVGtXtVA1GevZttypXM0}GTE,RW5A5GRE,RmetadYaM0GRsM6GauditlogM6GauthNDLset:5GauthNsM4GcLI:9,domainFHCPB0GemailconfigM0,tXtVA1GfeYuLsM4A5GB4,inspectorsWK0,LquXtsM0}GmailsM0GnotificYOE,pUmissOprovidUE,LquXtsM4GsUvUM4GsXsOsW9,B4,Lvoke:5GusageM0GwebhookE}}";
