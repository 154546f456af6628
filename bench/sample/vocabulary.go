package sample

const vocabulary = `
access account action adapter address agent alert amount analysis answer archive argument array article asset audit author
backup badge balance banner batch billing block board branch bridge brief browser bucket budget buffer bundle button
cache calendar campaign canvas capture catalog category center certificate channel chapter chart check choice client cluster
code column command comment commit company component concept config connect contact content context contract control copy
course cover create currency customer dashboard data dataset debug decision default delivery demand design detail device
diagram digest dimension document domain draft driver edge edit editor effect email engine entry error estimate event example
export expression extract factor failure feature feedback field figure file filter finance finding flow folder font forecast
form format frame function gateway generate goal graph group guide handler header health hint history hook host image import
incident index input insert insight instance interview inventory invoice issue item journal kernel keyword label language
layer layout ledger legal letter level library limit line link list loader locale lock logic login loop mail manage manual
map market matrix measure media meeting member memory menu merge message method metric migrate minute model module monitor
network node note notebook notice number object offer office option order organize outline output outcome owner package page
panel parser partner path pattern payment period permit person phase picture pipeline plan plugin point policy portal position
practice preview price priority process product profile program progress project prompt proposal protocol provider publish
quality quarter query question queue quote range rate reader reason record reference refund region release remote render
repair replay report request research resource response result review revision reward risk role rollback route routine rule
sample scale scanner schedule schema scope score screen script search section segment sender sequence server service session
setting shape sheet signal site size slice snapshot socket source space spec stage standard state status step storage story
strategy stream string style subject summary support survey switch symbol system table target task team template term test
theme thread ticket timeline title token tool topic trace tracker trade traffic training transfer transform trend trigger
tutorial unit update upload usage user value variable vendor verify version video view vision visit volume warning webhook
weight widget window wizard worker workflow workshop writer yield zone
the the the and and of to to a a in for with when from that this before after each every if then not only one two
`
