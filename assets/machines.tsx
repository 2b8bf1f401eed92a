<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="machines" tilewidth="16" tileheight="16" tilecount="6" columns="6">
 <image source="machines.png" width="96" height="16"/>
 <tile id="0">
  <properties>
   <property name="conveyor" type="float" value="40"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="conveyor" type="float" value="40"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="conveyor" type="float" value="40"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="conveyor" type="float" value="-40"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="conveyor" type="float" value="-40"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="conveyor" type="float" value="-40"/>
  </properties>
 </tile>
</tileset>
